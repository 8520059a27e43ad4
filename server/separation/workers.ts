// The separation port: the list of workers, asked over HTTP in the words of workers/contract.
import type { JobReport, JobRequest } from '../../workers/contract/job.ts';
import type { MixRequest } from '../../workers/contract/mix.ts';

export type MadeMix = { body: ReadableStream<Uint8Array>; bytes: number };

export type WorkerRoom = { places: number; models: JobRequest['model'][] };

export type Workers = {
  /** Gives the job to the worker with most room (or the remembered one); null when all are full or away. */
  submit(
    jobId: string,
    job: JobRequest,
    rememberedUrl: string | null,
  ): Promise<{ workerUrl: string; report: JobReport } | null>;
  /** What the worker says of the job; null when it does not know it; throws when the worker cannot be reached. */
  report(workerUrl: string, jobId: string): Promise<JobReport | null>;
  cancel(workerUrl: string, jobId: string): Promise<void>;
  /** How many songs the workers that answer hold at most, running and waiting, and which models they have. */
  room(): Promise<WorkerRoom>;
  /** Has one of them encode a mix; null when all are busy or away. The signal ends it. */
  mix(request: MixRequest, signal: AbortSignal): Promise<MadeMix | null>;
  /** Throws when no worker answers. */
  check(): Promise<void>;
};

export type { JobReport, JobRequest, JobResult } from '../../workers/contract/job.ts';
export type { MixRequest } from '../../workers/contract/mix.ts';
