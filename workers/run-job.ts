// Does one job from the song's address to the stems' addresses, inside its own folder.
import path from 'node:path';
import { AudioRefused } from './audio/audio-refused.ts';
import { stemsOfModel, type JobRequest, type JobResult, type StemFileKind } from './contract/job.ts';
import { downloadSong } from './download-song.ts';
import type { Job } from './job.ts';
import { DeliveryFailed } from './job-failure.ts';
import { errorText, type Log } from './log.ts';
import { SeparationFailed, type SeparatedSong, type SeparateSongOptions } from './separate-song.ts';
import { uploadFile } from './upload-file.ts';

export type Separate = (options: SeparateSongOptions) => Promise<Omit<SeparatedSong, 'cost'>>;

export type JobTools = {
  separate: Separate;
  limits: SeparateSongOptions['limits'];
  log: Log;
};

/** Shares of the progress bar: fetching, separating, delivering. */
const separationFrom = 2;
const separationTo = 95;
const uploadsAtOnce = 4;
const separationTries = 2;
/** An hour of music on a slow machine; what takes longer hangs. */
const wholeJobMs = 6 * 3600_000;

type Separated = Awaited<ReturnType<Separate>>;
type Work = { job: Job; dir: string; signal: AbortSignal; tools: JobTools };

const kindsOf = (request: JobRequest): StemFileKind[] => [
  ...new Set(request.outputs.map(({ kind }) => kind)),
];

/** Why this request can never be done, or null. */
export const impossible = ({ model, outputs }: JobRequest): string | null => {
  const stems: readonly string[] = stemsOfModel[model];
  const foreign = outputs.find(({ stem }) => !stems.includes(stem));
  if (foreign) return `outputs name the stem ${foreign.stem}, but ${model} makes ${stems.join(', ')}`;
  const names = outputs.map(({ stem, kind }) => `${stem}.${kind}`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined ? null : `outputs name ${twice} twice`;
};

/** Whether the same song may go better a second time: a killed decoder or encoder says nothing about the song. */
const isWorthAnotherTry = (error: unknown): boolean =>
  !(error instanceof AudioRefused || error instanceof SeparationFailed);

const separateSong = async (work: Work, songFile: string): Promise<Separated> => {
  const { job, dir, signal, tools } = work;
  const { model, song } = job.request;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tools.separate({
        songFile,
        model,
        title: song.title,
        outDir: path.join(dir, `stems-${attempt}`),
        kinds: kindsOf(job.request),
        wavBits: 16,
        limits: tools.limits,
        onProgress: ({ progress, etaSeconds }) =>
          job.advance(separationFrom + (progress * (separationTo - separationFrom)) / 100, etaSeconds),
        signal,
        log: (line) => tools.log.info('separation', { line }),
      });
    } catch (error) {
      signal.throwIfAborted();
      if (attempt === separationTries || !isWorthAnotherTry(error)) throw error;
      tools.log.warn('separation_retried', { error: errorText(error) });
    }
  }
};

const deliver = async ({ job, signal, tools }: Work, separated: Separated): Promise<void> => {
  const line = [...job.request.outputs];
  const total = line.length;
  let sent = 0;
  const stop = new AbortController();
  const together = AbortSignal.any([signal, stop.signal]);
  const carry = async (): Promise<void> => {
    for (let next = line.shift(); next; next = line.shift()) {
      const { stem, kind, url } = next;
      const file = separated.stems.find(({ name }) => name === stem)?.files.find((one) => one.kind === kind);
      if (!file) throw new DeliveryFailed(`${stem}.${kind} was not made`);
      const onFailure = (error: unknown, attempt: number): void =>
        tools.log.warn('upload_failed', { stem, kind, attempt, error: errorText(error) });
      await uploadFile({ url, kind, path: file.path, bytes: file.bytes, signal: together, onFailure });
      sent += 1;
      job.advance(separationTo + ((100 - separationTo) * sent) / total, 1);
    }
  };
  const carriers = Array.from({ length: uploadsAtOnce }, () =>
    carry().catch((error: unknown) => {
      // One lost file is a lost song: the other uploads need not go on. The first error is the one that is told.
      stop.abort(error);
      throw error;
    }),
  );
  const ended = await Promise.allSettled(carriers);
  const failed = ended.find((one) => one.status === 'rejected');
  signal.throwIfAborted();
  if (failed) throw stop.signal.reason;
};

const resultOf = (job: Job, separated: Separated): JobResult => ({
  duration_seconds: separated.durationSeconds,
  sample_count: separated.sampleCount,
  stems: separated.stems.map((stem) => ({
    name: stem.name,
    silent: stem.silent,
    duration_seconds: stem.sampleCount / 44_100,
    peak_dbfs: stem.truePeakDbfs,
    loudness_lufs: stem.loudnessLufs,
    files: stem.files
      .filter(({ kind }) =>
        job.request.outputs.some((output) => output.stem === stem.name && output.kind === kind),
      )
      .map(({ kind, bytes, crc32 }) => ({ kind, bytes, crc32 })),
  })),
  analysis: separated.analysis,
  engine: separated.engine,
});

/** Throws what failureOf understands, or the signal's reason when the job was stopped. */
export const runJob = async (job: Job, dir: string, tools: JobTools): Promise<JobResult> => {
  const { url, max_bytes: maxBytes } = job.request.song;
  const signal = AbortSignal.any([job.signal, AbortSignal.timeout(wholeJobMs)]);
  const work: Work = { job, dir, signal, tools };
  const songFile = path.join(dir, 'song');
  const onFailure = (error: unknown, attempt: number): void =>
    tools.log.warn('download_failed', { attempt, error: errorText(error) });
  await downloadSong({ url, file: songFile, maxBytes, signal, onFailure });
  job.advance(separationFrom, null);
  const separated = await separateSong(work, songFile);
  await deliver(work, separated);
  return resultOf(job, separated);
};
