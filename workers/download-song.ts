// Brings the song from its signed address into the job's folder: capped, timed and tried again.
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FetchFailed } from './job-failure.ts';
import { isPassing, Refused, retry, type RetryOptions } from './retry.ts';

export type SongDownload = {
  url: string;
  file: string;
  maxBytes: number;
  signal: AbortSignal;
  onFailure?: RetryOptions['onFailure'];
};

const answerMs = 30_000;
const stallMs = 30_000;
const wholeMs = 15 * 60_000;
const retryWithinMs = 60_000;

/** Passes the bytes on, ends a flood at the cap and a source that has gone quiet. */
async function* metered(
  body: AsyncIterable<Buffer>,
  maxBytes: number,
  onStall: () => void,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  let timer = setTimeout(onStall, stallMs);
  try {
    for await (const chunk of body) {
      clearTimeout(timer);
      bytes += chunk.length;
      if (bytes > maxBytes) throw new Refused('the song is larger than the job allows');
      yield chunk;
      timer = setTimeout(onStall, stallMs);
    }
  } finally {
    clearTimeout(timer);
  }
}

const downloadOnce = async ({ url, file, maxBytes, signal }: SongDownload): Promise<void> => {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(new Error('the storage did not answer')), answerMs);
  const together = AbortSignal.any([signal, stop.signal, AbortSignal.timeout(wholeMs)]);
  try {
    const answer = await fetch(url, { signal: together, redirect: 'follow' });
    clearTimeout(timer);
    if (!answer.ok || !answer.body) {
      await answer.body?.cancel();
      const message = `the storage answered ${answer.status}`;
      throw isPassing(answer.status) ? new Error(message) : new Refused(message);
    }
    if (Number(answer.headers.get('content-length') ?? 0) > maxBytes) {
      await answer.body.cancel();
      throw new Refused('the song is larger than the job allows');
    }
    const body = Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]);
    const stalled = (): void => stop.abort(new Error('the storage stopped sending'));
    await pipeline(metered(body, maxBytes, stalled), createWriteStream(file), { signal: together });
  } finally {
    clearTimeout(timer);
  }
};

/** Throws FetchFailed, or the signal's reason. */
export const downloadSong = async (download: SongDownload): Promise<void> => {
  const { signal, onFailure } = download;
  const pauses = { firstPauseMs: 500, longestPauseMs: 8000, withinMs: retryWithinMs };
  try {
    await retry({ ...pauses, signal, ...(onFailure ? { onFailure } : {}) }, () => downloadOnce(download));
  } catch (error) {
    signal.throwIfAborted();
    throw new FetchFailed(error);
  }
};
