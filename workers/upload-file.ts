// Hands one finished file over to its signed address, with its length told first; tried again when that may help.
import { createReadStream } from 'node:fs';
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream/promises';
import type { StemFileKind } from './contract/job.ts';
import { DeliveryFailed } from './job-failure.ts';
import { isPassing, Refused, retry, type RetryOptions } from './retry.ts';

export type FileUpload = {
  url: string;
  kind: StemFileKind;
  path: string;
  bytes: number;
  signal: AbortSignal;
  onFailure?: RetryOptions['onFailure'];
};

const contentTypes: Record<StemFileKind, string> = {
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  peaks: 'application/octet-stream',
};

/** Longest time in which the connection moves no byte. */
const quietMs = 30_000;
const wholeMs = 15 * 60_000;
const retryWithinMs = 120_000;

const answerOf = (request: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request.once('response', resolve);
    request.once('error', reject);
  });

// node:http rather than fetch: a stream through fetch goes out chunked, which object stores refuse for signed PUTs.
const uploadOnce = async ({ url, kind, path, bytes, signal }: FileUpload): Promise<void> => {
  const together = AbortSignal.any([signal, AbortSignal.timeout(wholeMs)]);
  const send = new URL(url).protocol === 'https:' ? httpsRequest : httpRequest;
  const request = send(url, {
    method: 'PUT',
    headers: { 'content-length': bytes, 'content-type': contentTypes[kind] },
    signal: together,
    timeout: quietMs,
  });
  request.once('timeout', () => request.destroy(new Error('the storage stopped answering')));
  // The connection may also break after the answer; that is told by `sent`.
  request.on('error', () => undefined);
  const answered = answerOf(request);
  // The answer may come before the whole file is sent (a refusal); then the rest does not matter.
  const sent = pipeline(createReadStream(path), request, { signal: together });
  sent.catch(() => undefined);
  const answer = await answered;
  const status = answer.statusCode ?? 0;
  answer.on('error', () => undefined).resume();
  if (status >= 200 && status < 300) return sent;
  request.destroy();
  throw isPassing(status)
    ? new Error(`the storage answered ${status}`)
    : new Refused(`the storage answered ${status}`);
};

/** Throws DeliveryFailed, or the signal's reason. */
export const uploadFile = async (upload: FileUpload): Promise<void> => {
  const { signal, onFailure } = upload;
  const pauses = { firstPauseMs: 500, longestPauseMs: 15_000, withinMs: retryWithinMs };
  try {
    await retry({ ...pauses, signal, ...(onFailure ? { onFailure } : {}) }, () => uploadOnce(upload));
  } catch (error) {
    signal.throwIfAborted();
    throw new DeliveryFailed(error);
  }
};
