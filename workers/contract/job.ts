// What the app and the separation worker say to each other: jobs in, progress and results back.
import { z } from 'zod';

export const workerModels = ['vocals', 'fast', 'full'] as const;
export const workerModel = z.enum(workerModels);

const stemNames = ['vocals', 'instrumental', 'drums', 'bass', 'guitar', 'piano', 'other'] as const;
const stemName = z.enum(stemNames);
export type StemName = z.infer<typeof stemName>;

/** The stems of each product, in the order every interface lists them. */
export const stemsOfModel = {
  vocals: ['vocals', 'instrumental'],
  fast: ['vocals', 'drums', 'bass', 'other'],
  full: ['vocals', 'drums', 'bass', 'guitar', 'piano', 'other'],
} as const satisfies Record<(typeof workerModels)[number], readonly StemName[]>;

/** mp3 = CBR stem, ogg = preview, wav = 16-bit stem, peaks = multi-resolution waveform. */
const stemFileKinds = ['mp3', 'ogg', 'wav', 'peaks'] as const;
const stemFileKind = z.enum(stemFileKinds);
export type StemFileKind = z.infer<typeof stemFileKind>;

/** Why a song could not be split; the app maps each to a sentence for the musician. */
const workerFailureReason = z.enum([
  'unsupported_audio',
  'audio_too_long',
  'audio_too_short',
  'fetch_failed',
  'separation_failed',
  'interrupted',
]);
export type WorkerFailureReason = z.infer<typeof workerFailureReason>;

/** Body of PUT /jobs/{id}. Repeating the same id and generation is a no-op that answers with the job. */
export const jobRequest = z.strictObject({
  generation: z.int().min(1),
  model: workerModel,
  song: z.strictObject({
    url: z.url(),
    /** Upper bound on the bytes the worker will read. */
    max_bytes: z.int().positive(),
    title: z.string().max(200),
  }),
  /** One signed PUT address per file; the worker writes exactly these files. */
  outputs: z
    .array(z.strictObject({ stem: stemName, kind: stemFileKind, url: z.url() }))
    .min(1)
    .max(64),
  callback: z.strictObject({ url: z.url() }),
});
export type JobRequest = z.infer<typeof jobRequest>;

const jobState = z.enum(['queued', 'processing', 'done', 'failed', 'cancelled']);
export type JobState = z.infer<typeof jobState>;

const stemFile = z.strictObject({
  kind: stemFileKind,
  bytes: z.int().nonnegative(),
  /** CRC-32 of the file's bytes, as needed by a store-only ZIP. */
  crc32: z.int().min(0).max(0xffffffff),
});

const stemResult = z.strictObject({
  name: stemName,
  silent: z.boolean(),
  duration_seconds: z.number().nonnegative(),
  /** True peak; null for digital silence. */
  peak_dbfs: z.number().nullable(),
  /** EBU R128 integrated loudness; null when it cannot be measured. */
  loudness_lufs: z.number().nullable(),
  files: z.array(stemFile),
});

const songAnalysis = z.strictObject({
  tempo_bpm: z.number().positive().nullable(),
  tempo_confidence: z.number().min(0).max(1),
  /** Times of the beats in seconds from the start of the song; empty when there is no confident grid. */
  beats: z.array(z.number()),
  /** Index into `beats` of the first downbeat, and beats per bar; null when unknown. */
  first_downbeat: z.int().nullable(),
  beats_per_bar: z.int().nullable(),
  /** For example "A minor"; null when unknown. */
  key: z.string().nullable(),
  key_confidence: z.number().min(0).max(1),
});
export type SongAnalysis = z.infer<typeof songAnalysis>;

const jobResult = z.strictObject({
  duration_seconds: z.number().positive(),
  sample_count: z.int().positive(),
  stems: z.array(stemResult),
  analysis: songAnalysis,
  /** Which model made the stems, for example "partbook-small@1". */
  engine: z.string(),
});
export type JobResult = z.infer<typeof jobResult>;

/** What GET /jobs/{id}, PUT /jobs/{id} and the callback all carry. */
export const jobReport = z.strictObject({
  job_id: z.string(),
  generation: z.int().min(1),
  /** Grows by one with each report of this job, so that late ones can be dropped. */
  sequence: z.int().nonnegative(),
  state: jobState,
  progress: z.int().min(0).max(100),
  eta_seconds: z.int().nonnegative().nullable(),
  result: jobResult.nullable(),
  failure: z.strictObject({ reason: workerFailureReason, message: z.string() }).nullable(),
});
export type JobReport = z.infer<typeof jobReport>;

export const workerHealth = z.strictObject({
  status: z.enum(['ok', 'draining']),
  version: z.string(),
  /** Songs it separates at once, songs being separated, songs waiting, and how many may wait. */
  capacity: z.int(),
  running: z.int(),
  waiting: z.int(),
  max_waiting: z.int(),
  models: z.array(workerModel),
  memory_bytes: z.int(),
});
export type WorkerHealth = z.infer<typeof workerHealth>;
