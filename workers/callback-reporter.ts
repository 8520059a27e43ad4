// Tells the app how a job goes: at once when something changes, every few seconds anyway, and the end until it is heard.
import { setTimeout as sleep } from 'node:timers/promises';
import { JobCancelled, JobSuperseded, type Job } from './job.ts';
import { errorText, type Log } from './log.ts';
import { isPassing, Refused, retry } from './retry.ts';
import { signatureHeader, signBody } from './contract/signature.ts';

export type ReporterOptions = {
  secret: string;
  log: Log;
  /** Pauses between reports and the patience with an app that is away; shorter in tests. */
  heartbeatMs?: number;
  shortestPauseMs?: number;
  settleWithinMs?: number;
};

/** Well under the five seconds that the app expects, so that one slow report is no silence. */
const heartbeatMs = 3500;
const shortestPauseMs = 1000;
const postMs = 10_000;
const settleWithinMs = 10 * 60_000;

/** Wakes the reporter when the job changes. */
class Bell {
  private ring: (() => void) | null = null;
  private rung = false;

  strike(): void {
    this.rung = true;
    this.ring?.();
  }

  async wait(mostMs: number): Promise<void> {
    if (!this.rung) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.ring = resolve;
        timer = setTimeout(resolve, mostMs);
      });
      clearTimeout(timer);
    }
    this.rung = false;
    this.ring = null;
  }
}

const post = async (job: Job, secret: string, signal: AbortSignal): Promise<'heard' | 'gone'> => {
  const body = JSON.stringify(job.report());
  const answer = await fetch(job.request.callback.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [signatureHeader]: signBody(secret, body) },
    body,
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(postMs)]),
  });
  await answer.body?.cancel();
  if (answer.ok) return 'heard';
  if (answer.status === 410) return 'gone';
  const message = `the callback answered ${answer.status}`;
  throw isPassing(answer.status) ? new Error(message) : new Refused(message);
};

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);

const reportWhileRunning = async (job: Job, options: ReporterOptions): Promise<void> => {
  const bell = new Bell();
  const ended = new AbortController();
  job.onChange(() => {
    bell.strike();
    if (job.isSettled) ended.abort();
  });
  const pauseMs = options.shortestPauseMs ?? shortestPauseMs;
  while (!job.isSettled) {
    try {
      const heard = await post(job, options.secret, ended.signal);
      if (heard === 'gone') job.stop(new JobCancelled());
    } catch (error) {
      if (!job.isSettled) options.log.warn('report_failed', { error: errorText(error) });
    }
    await pause(pauseMs, ended.signal);
    if (!job.isSettled) await bell.wait(Math.max(0, (options.heartbeatMs ?? heartbeatMs) - pauseMs));
  }
};

/** Follows the job to its end and beyond, until the app has heard of it. Never rejects; `stop` ends it early. */
export const reportJob = async (job: Job, options: ReporterOptions, stop: AbortSignal): Promise<void> => {
  await reportWhileRunning(job, options);
  if (job.signal.reason instanceof JobSuperseded) return;
  const pauses = {
    firstPauseMs: 500,
    longestPauseMs: 30_000,
    withinMs: options.settleWithinMs ?? settleWithinMs,
  };
  try {
    await retry({ ...pauses, signal: stop }, () => post(job, options.secret, stop));
  } catch (error) {
    // The app also asks by itself, and finds the result in GET /jobs/{id}.
    options.log.error('settlement_not_heard', { error: errorText(error) });
  }
};
