// The wire form of a split (a song in the library) and of the inputs that create, list and rename it.
import { z } from 'zod';
import { failureReason } from './failure-reasons.ts';
import { limits } from './limits.ts';
import { modelId, stemName } from './models.ts';
import { queryInteger } from './query-number.ts';

const splitStatuses = ['queued', 'processing', 'done', 'failed'] as const;
export const splitStatus = z.enum(splitStatuses);
export type SplitStatus = z.infer<typeof splitStatus>;

export const timestamp = z.iso.datetime({ offset: true }).meta({ description: 'RFC 3339, UTC.' });
const splitId = z.string().meta({ example: 'split_0A1b2C3d4E5f6G7h8I9j0K' });

const stem = z
  .object({
    name: stemName,
    filename: z.string().meta({ description: 'What the WAV file is called.' }),
    mp3_url: z.url().nullable().meta({ description: 'Null until the split is done.' }),
    preview_url: z.url().nullable().meta({ description: 'A smaller OGG file, Opus or Vorbis.' }),
    wav_url: z.url().nullable().meta({ description: 'Pro only.' }),
    silent: z.boolean().meta({ description: 'True when nothing is played in this stem.' }),
    duration_seconds: z.number().nullable().meta({ description: 'The same as the song’s.' }),
    peak_dbfs: z.number().nullable().meta({ description: 'The loudest sample; 0 is full scale.' }),
  })
  .meta({ id: 'Stem' });
export type StemWire = z.infer<typeof stem>;

export const split = z
  .object({
    id: splitId,
    status: splitStatus,
    model: modelId,
    name: z.string().meta({ description: 'The name in the library.' }),
    stems: z.array(stem).meta({ description: 'One for each stem of the model, from the start.' }),
    open_url: z.url().meta({ description: 'The practice room; anyone holding the link can listen.' }),
    zip_url: z.url().nullable().meta({ description: 'All stems as WAV; Pro only, once done.' }),
    progress: z.int().min(0).max(100).meta({ description: 'Percent; it never goes backwards.' }),
    eta_seconds: z.int().nullable().meta({ description: 'An estimate while it is processing.' }),
    reason: failureReason.nullable().meta({ description: 'Why it failed, as a code.' }),
    message: z.string().nullable().meta({ description: 'Why it failed, and what to do, as a sentence.' }),
    duration_seconds: z.number().nullable().meta({ description: 'Known once the song was decoded.' }),
    charged: z
      .enum(['allowance', 'credit'])
      .meta({ description: 'What paid for it; given back when the split fails.' }),
    batch_id: z.string().nullable().meta({ description: 'The batch it belongs to.' }),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    completed_at: timestamp.nullable(),
  })
  .meta({ id: 'Split' });
export type SplitWire = z.infer<typeof split>;

export const audioUrl = z
  .url({ protocol: /^https?$/ })
  .max(limits.audioUrlLength)
  .meta({
    description: 'A public link to the audio; Dropbox and Google Drive share links work as they are.',
  });

export const songName = z.string().trim().min(1).max(limits.nameLength);

export const createSplitBody = z
  .strictObject({ audio_url: audioUrl, model: modelId.default('vocals'), name: songName.optional() })
  .meta({ id: 'CreateSplit' });

export const createSplitForm = z
  .strictObject({
    file: z.string().meta({ format: 'binary', description: 'The audio file, up to 100 MB.' }),
    model: modelId.default('vocals'),
    name: songName.optional(),
  })
  .meta({ id: 'CreateSplitForm' });

export const renameSplitBody = z.strictObject({ name: songName }).meta({ id: 'RenameSplit' });

export const pageLimit = queryInteger(
  1,
  limits.pageSizeMax,
  `How many to return; ${limits.pageSize} by default.`,
);
export const waitSeconds = queryInteger(
  0,
  limits.waitSecondsMax,
  'Answer only when status or progress changes, at the latest after this many seconds.',
);
export const cursor = z.string().min(1).max(200);

export const idempotencyKey = z
  .string()
  .min(limits.idempotencyKeyMin)
  .max(limits.idempotencyKeyMax)
  .meta({ description: 'Repeating a request with the same key returns the split already started.' });

export const splitPage = z
  .object({ splits: z.array(split), has_more: z.boolean(), next_cursor: z.string().nullable() })
  .meta({ id: 'SplitPage' });

export const deleted = z.object({ id: z.string(), deleted: z.literal(true) }).meta({ id: 'Deleted' });
