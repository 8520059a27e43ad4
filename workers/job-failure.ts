// Turns whatever ended a job into the contract's reason and a sentence for the musician.
import { AudioRefused } from './audio/audio-refused.ts';
import type { WorkerFailureReason } from './contract/job.ts';

export class FetchFailed extends Error {
  constructor(cause: unknown) {
    super('The song could not be fetched.', { cause });
    this.name = 'FetchFailed';
  }
}

/** The stems were made but could not be handed over. */
export class DeliveryFailed extends Error {
  constructor(cause: unknown) {
    super('The stems could not be stored.', { cause });
    this.name = 'DeliveryFailed';
  }
}

/** The worker is going down and gives the job back. */
export class WorkerStopping extends Error {
  constructor() {
    super('The worker is stopping.');
    this.name = 'WorkerStopping';
  }
}

export type JobFailure = { reason: WorkerFailureReason; message: string };

export const failureOf = (error: unknown): JobFailure => {
  if (error instanceof AudioRefused) return { reason: error.reason, message: error.message };
  if (error instanceof FetchFailed)
    return { reason: 'fetch_failed', message: 'The song could not be fetched. Upload it again.' };
  if (error instanceof DeliveryFailed)
    return {
      reason: 'interrupted',
      message: 'The finished stems could not be stored. Split the song again.',
    };
  if (error instanceof WorkerStopping)
    return { reason: 'interrupted', message: 'The separation was interrupted. Split the song again.' };
  return {
    reason: 'separation_failed',
    message: 'The separation of this song failed. Split it again in a while.',
  };
};
