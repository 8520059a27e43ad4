// Hands a song to a worker: signed addresses to read it and to write each stem's files.
import { limits } from '../../contract/limits.ts';
import { products } from '../../contract/models.ts';
import type { Split } from '../../db/generated/client.ts';
import { stemFileKinds } from '../../domain/file-links.ts';
import type { JobRequest } from '../../separation/workers.ts';
import { splitPrefix, stemKey } from '../../storage/keys.ts';
import type { Services } from '../context.ts';
import { outputLinkSeconds, sourceLinkSeconds } from '../jobs/link-times.ts';
import { writeDeletions } from '../jobs/write-deletion.ts';
import { acceptReport } from './accept-report.ts';
import { beat, type SplitWork } from './split-work.ts';
import { countAhead } from './waiting-songs.ts';

type Kind = (typeof stemFileKinds)[number];

const contentTypes: Readonly<Record<Kind, string>> = {
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  peaks: 'application/octet-stream',
};

/** What one second of a stem may take: 16-bit stereo at 48 kHz, 320 kbit/s, and a waveform finer than any screen. */
const bytesPerSecond: Readonly<Record<Kind, number>> = {
  wav: 192_000,
  mp3: 48_000,
  ogg: 48_000,
  peaks: 16_000,
};
const headroomBytes = 1024 * 1024;

const outputsOf = (services: Services, split: Split): Promise<JobRequest['outputs']> =>
  Promise.all(
    products[split.model].stems.flatMap((stem) =>
      stemFileKinds.map(async (kind) => ({
        stem,
        kind,
        url: await services.storage.signPut(stemKey(split.id, stem, kind), {
          expiresInSeconds: outputLinkSeconds,
          maxBytes: bytesPerSecond[kind] * services.env.MAX_DURATION_SECONDS + headroomBytes,
          contentType: contentTypes[kind],
          audience: 'worker',
        }),
      })),
    ),
  );

const jobOf = async (services: Services, split: Split, key: string): Promise<JobRequest> => ({
  generation: split.generation,
  model: split.model,
  song: {
    url: await services.storage.signGet(key, {
      expiresInSeconds: sourceLinkSeconds,
      audience: 'worker',
    }),
    max_bytes: Number(split.sourceBytes ?? limits.directUploadBytes),
    title: split.name,
  },
  outputs: await outputsOf(services, split),
  callback: { url: `${services.env.APP_INTERNAL_URL}/api/worker` },
});

/** The song was deleted while a worker took it: the deletion could not know of that worker. */
const takeBack = async (services: Services, splitId: string, workerUrl: string): Promise<void> => {
  await services.db.$transaction((tx) =>
    writeDeletions(tx, [{ prefix: splitPrefix(splitId), workerUrl, jobId: splitId }]),
  );
};

export type Submission = { state: 'accepted' | 'gone' } | { state: 'full'; ahead: number };

/** The song as `beat` has just found it. */
export const submitSplit = async (services: Services, split: Split): Promise<Submission> => {
  if (split.sourceKey === null) return { state: 'gone' };
  const ahead = await countAhead(services, split);
  if (ahead !== null) return { state: 'full', ahead };
  const job = await jobOf(services, split, split.sourceKey);
  const submitted = await services.workers.submit(split.id, job, split.workerUrl);
  if (!submitted) return { state: 'full', ahead: 0 };
  const { count } = await services.db.split.updateMany({
    where: { id: split.id, generation: split.generation, status: 'processing' },
    data: { workerUrl: submitted.workerUrl, heartbeatAt: new Date() },
  });
  if (count > 0) {
    // A job that the worker has only just put into its line has nothing to tell.
    if (submitted.report.state !== 'queued') await acceptReport(services, submitted.report);
    return { state: 'accepted' };
  }
  const row = await services.db.split.findUnique({ where: { id: split.id } });
  if (row === null) await takeBack(services, split.id, submitted.workerUrl);
  return { state: 'gone' };
};

/** For a song that was told of room, or has waited long enough to ask again. */
export const submitAgain = async (services: Services, work: SplitWork): Promise<Submission> => {
  const split = await beat(services, work);
  return split ? submitSplit(services, split) : { state: 'gone' };
};
