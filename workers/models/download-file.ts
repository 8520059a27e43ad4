// Fetches a file over HTTP into place: resumes where an earlier try stopped, checks size and SHA-256 before it counts.
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { hashFile } from './hash-file.ts';

/** No byte for this long, or no answer, ends the download; what has come is kept for the next try. */
const idleMs = 30_000;
const mostBytes = 4 * 1024 ** 3;

export class DownloadFailed extends Error {
  override readonly name = 'DownloadFailed';
}

export interface Download {
  url: string;
  /** Where the finished file goes; the unfinished one lies beside it with `.part`. */
  file: string;
  sha256: string;
  bytes?: number | undefined;
  onProgress: (done: number, total: number | null) => void;
  signal: AbortSignal;
}

const sizeOf = async (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

const request = async (url: string, from: number, signal: AbortSignal): Promise<Response> => {
  try {
    return await fetch(url, { headers: from > 0 ? { range: `bytes=${from}-` } : {}, signal });
  } catch (error) {
    signal.throwIfAborted();
    const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
    throw new DownloadFailed(
      `${new URL(url).host} cannot be reached${cause}. Check the network and run the same command again; the bundled model works offline.`,
    );
  }
};

interface Transfer extends Download {
  part: string;
  idle: AbortController;
}

const totalOf = (response: Response, from: number): number | null => {
  const length = Number(response.headers.get('content-length') ?? Number.NaN);
  return Number.isFinite(length) ? from + length : null;
};

/** Appends the answer's body to the part file. */
const receive = async (response: Response, from: number, transfer: Transfer): Promise<void> => {
  const { url, part, bytes, onProgress, idle } = transfer;
  if (!response.body) throw new DownloadFailed(`${url} answered without a file.`);
  const limit = bytes ?? mostBytes;
  const total = bytes ?? totalOf(response, from);
  let done = from;
  let timer = setTimeout(() => idle.abort(), idleMs);
  const count = async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      clearTimeout(timer);
      timer = setTimeout(() => idle.abort(), idleMs);
      done += chunk.length;
      if (done > limit) throw new DownloadFailed(`${url} is larger than the ${limit} bytes it should have.`);
      onProgress(done, total);
      yield chunk;
    }
  };
  try {
    await pipeline(response.body, count, createWriteStream(part, { flags: from > 0 ? 'a' : 'w' }));
  } finally {
    clearTimeout(timer);
  }
};

const transferAll = async (transfer: Transfer): Promise<void> => {
  const { url, part, bytes } = transfer;
  const signal = AbortSignal.any([transfer.signal, transfer.idle.signal]);
  const have = await sizeOf(part);
  if (bytes !== undefined && have === bytes) return;
  const answerTimer = setTimeout(() => transfer.idle.abort(), idleMs);
  const response = await request(url, have, signal).finally(() => clearTimeout(answerTimer));
  // 416: the part is already the whole file, or something else altogether; the hash decides.
  if (response.status === 416) return;
  if (!response.ok) {
    throw new DownloadFailed(
      `${url} answered ${response.status} ${response.statusText}. The file may have moved.`,
    );
  }
  await receive(response, response.status === 206 ? have : 0, transfer);
};

/** Leaves the finished, checked file in place or throws; a file with the wrong hash is deleted. */
export const downloadFile = async (download: Download): Promise<void> => {
  const { url, file, sha256, signal } = download;
  const part = `${file}.part`;
  const idle = new AbortController();
  try {
    await transferAll({ ...download, part, idle });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof DownloadFailed) throw error;
    const why = idle.signal.aborted ? `no byte came for ${idleMs / 1000} s` : String(error);
    throw new DownloadFailed(
      `The download of ${url} broke off (${why}). Run the same command again to go on with it.`,
    );
  }
  const hash = await hashFile(part);
  if (hash !== sha256) {
    await rm(part, { force: true });
    throw new DownloadFailed(
      `${url} is not the file that is expected: its SHA-256 is ${hash}, not ${sha256}. It was deleted and not used.`,
    );
  }
  await rename(part, file);
};
