// Tries something again after growing pauses, as long as it makes sense and nobody has called it off.
import { setTimeout as sleep } from 'node:timers/promises';

/** Trying again cannot help: the other side has understood and refused. */
export class Refused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Refused';
  }
}

export type RetryOptions = {
  firstPauseMs: number;
  longestPauseMs: number;
  /** No new try starts later than this after the first. */
  withinMs: number;
  signal: AbortSignal;
  onFailure?: (error: unknown, attempt: number) => void;
};

export const retry = async <Result>(options: RetryOptions, work: () => Promise<Result>): Promise<Result> => {
  const { signal, withinMs, longestPauseMs } = options;
  const giveUpAt = Date.now() + withinMs;
  let pauseMs = options.firstPauseMs;
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      options.onFailure?.(error, attempt);
      // Spread out, so that jobs that failed together do not come back together.
      const pause = pauseMs * (0.75 + Math.random() / 2);
      if (error instanceof Refused || Date.now() + pause > giveUpAt) throw error;
      await sleep(pause, undefined, { signal });
      pauseMs = Math.min(longestPauseMs, pauseMs * 2);
    }
  }
};

/** Whether an HTTP status may be better next time. */
export const isPassing = (status: number): boolean =>
  status >= 500 || status === 408 || status === 425 || status === 429;
