// What the practice room of a shared song or setlist is given.
import { z } from 'zod';
import { failureReason } from './failure-reasons.ts';
import { modelId, stemName } from './models.ts';
import { splitStatus } from './split.ts';

export const songAnalysis = z.object({
  tempo_bpm: z.number().nullable(),
  tempo_confidence: z.number(),
  beats: z.array(z.number()),
  first_downbeat: z.int().nullable(),
  beats_per_bar: z.int().nullable(),
  key: z.string().nullable(),
  key_confidence: z.number(),
});

const sharedStem = z.object({
  name: stemName,
  mp3_url: z.string(),
  preview_url: z.string(),
  peaks_url: z.string(),
  wav_url: z.string().nullable(),
  silent: z.boolean(),
  peak_dbfs: z.number().nullable(),
});

const sharedSong = z.object({
  id: z.string(),
  share_id: z.string(),
  name: z.string(),
  model: modelId,
  status: splitStatus,
  progress: z.int(),
  eta_seconds: z.int().nullable(),
  reason: failureReason.nullable(),
  message: z.string().nullable(),
  duration_seconds: z.number().nullable(),
  sample_count: z.int().nullable(),
  stems: z.array(sharedStem),
  zip_url: z.string().nullable(),
  analysis: songAnalysis.nullable(),
});
export type SharedSong = z.infer<typeof sharedSong>;

const sharedSetlist = z.object({
  share_id: z.string(),
  title: z.string(),
  songs: z.array(
    z.object({ share_id: z.string(), name: z.string(), duration_seconds: z.number().nullable() }),
  ),
});
export type SharedSetlist = z.infer<typeof sharedSetlist>;

/** One line of the live progress stream. */
const progressEvent = z.object({
  status: splitStatus,
  progress: z.int(),
  eta_seconds: z.int().nullable(),
});
export type ProgressEvent = z.infer<typeof progressEvent>;
