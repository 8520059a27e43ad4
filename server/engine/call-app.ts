// Speaks to the app's serve endpoint: asks which functions it has, and has one execute.
import http from 'node:http';
import https from 'node:https';
import { signatureHeader, signRequest } from './sign-request.ts';

export type AppAnswer = { status: number; headers: http.IncomingHttpHeaders; body: unknown };

/** Nobody listens at the address: the app is not up, which is not the function's fault. */
export class AppAway extends Error {}

export type AppAddress = { serveUrl: string; signingKey: string };

const answerBytesMax = 8 * 1024 * 1024;
const syncTimeoutMs = 10_000;
const awayCodes = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND']);

const readBody = async (answer: http.IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > answerBytesMax) throw new Error(`the app answered more than ${answerBytesMax} bytes`);
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return text;
  }
};

type Asking = {
  method: 'PUT' | 'POST';
  url: URL;
  body: unknown;
  headers: Record<string, string>;
  timeoutMs: number;
};

const ask = (address: AppAddress, { method, url, body, headers, timeoutMs }: Asking): Promise<AppAnswer> =>
  new Promise((resolve, reject) => {
    const text = JSON.stringify(body);
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
        [signatureHeader]: signRequest(address.signingKey, body),
        ...headers,
      },
      signal: AbortSignal.timeout(timeoutMs),
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      reject(awayCodes.has(error.code ?? '') ? new AppAway(error.message, { cause: error }) : error);
    });
    request.on('response', (answer) => {
      readBody(answer).then(
        (read) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: read }),
        reject,
      );
    });
    request.end(text);
  });

/** The in-band sync: the app answers with its functions. */
export const askForFunctions = async (address: AppAddress): Promise<unknown> => {
  const answer = await ask(address, {
    method: 'PUT',
    url: new URL(address.serveUrl),
    body: { url: address.serveUrl },
    headers: { 'x-inngest-sync-kind': 'in_band', 'x-inngest-server-kind': 'cloud' },
    timeoutMs: syncTimeoutMs,
  });
  if (answer.status !== 200) throw new Error(`the app answered the sync with ${answer.status}`);
  return answer.body;
};

export const callFunction = (
  address: AppAddress,
  call: { functionId: string; stepId: string; body: unknown; timeoutMs: number },
): Promise<AppAnswer> => {
  const url = new URL(address.serveUrl);
  url.searchParams.set('fnId', call.functionId);
  url.searchParams.set('stepId', call.stepId);
  return ask(address, {
    method: 'POST',
    url,
    body: call.body,
    headers: { 'x-inngest-server-kind': 'cloud' },
    timeoutMs: call.timeoutMs,
  });
};
