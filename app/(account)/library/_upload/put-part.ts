// Sends one part to its address. XMLHttpRequest, because fetch does not tell how much has gone out.
import { PartRefused } from './send-parts.ts';

type Sending = { onBytes: (sent: number) => void; signal: AbortSignal };

/** A line that is up moves some bytes in this time. */
const silenceMs = 60_000;

export const putPart = (url: string, bytes: Blob, { onBytes, signal }: Sending): Promise<string> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let watch: ReturnType<typeof setTimeout> | undefined;
    const listen = () => {
      clearTimeout(watch);
      watch = setTimeout(() => request.abort(), silenceMs);
    };
    const abort = () => request.abort();
    const broke = () => reject(new Error('The line broke.'));
    request.upload.addEventListener('progress', (event) => {
      listen();
      onBytes(event.loaded);
    });
    request.addEventListener('load', () => {
      const etag = request.getResponseHeader('etag');
      if (request.status === 200 && etag) resolve(etag);
      else if (request.status >= 400 && request.status < 500 && request.status !== 429)
        reject(new PartRefused(request.status));
      else reject(new Error(`The store answered ${String(request.status)}.`));
    });
    request.addEventListener('error', broke);
    request.addEventListener('abort', broke);
    request.addEventListener('loadend', () => {
      clearTimeout(watch);
      signal.removeEventListener('abort', abort);
    });
    signal.addEventListener('abort', abort);
    request.open('PUT', url);
    listen();
    request.send(bytes);
  });
