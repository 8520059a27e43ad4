// Answers GET and HEAD of a file: one range, conditional requests, and the headers that keep a browser from guessing.
import type { Readable } from 'node:stream';
import type { ServedFile } from '../operations/files/served-file.ts';
import { readByteRange } from './byte-range.ts';
import { attachment } from './content-disposition.ts';

/** Read only as fast as the client takes it: Readable.toWeb would queue the whole file in memory. */
const webBody = (readable: Readable): ReadableStream<Uint8Array> => {
  const chunks = readable[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await chunks.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      cancel() {
        readable.destroy();
      },
    },
    { highWaterMark: 0 },
  );
};

const namesEtag = (header: string, etag: string): boolean =>
  header.trim() === '*' ||
  header.split(',').some((entry) => entry.trim().replace(/^W\//, '') === `"${etag}"`);

const headersOf = (file: ServedFile, more: Readonly<Record<string, string>>): Headers => {
  const headers = new Headers({
    'accept-ranges': 'bytes',
    'content-type': file.contentType,
    etag: `"${file.etag}"`,
    'x-content-type-options': 'nosniff',
    ...more,
  });
  if (file.downloadName !== null) headers.set('content-disposition', attachment(file.downloadName));
  return headers;
};

/** Next takes Content-Length off every answer of a route; the web server puts it back from the other header. */
const setLength = (headers: Headers, bytes: number): void => {
  headers.set('content-length', String(bytes));
  headers.set('x-exact-length', String(bytes));
};

export const serveBytes = async (
  request: Request,
  file: ServedFile,
  more: Readonly<Record<string, string>>,
): Promise<Response> => {
  const headers = headersOf(file, more);
  const wanted = request.headers.get('if-none-match');
  if (wanted !== null && namesEtag(wanted, file.etag)) return new Response(null, { status: 304, headers });
  const ifRange = request.headers.get('if-range');
  const rangeHeader = ifRange === null || ifRange === `"${file.etag}"` ? request.headers.get('range') : null;
  const range = readByteRange(rangeHeader, file.bytes);
  if (range.kind === 'unsatisfiable') {
    headers.set('content-range', `bytes */${file.bytes}`);
    setLength(headers, 0);
    headers.delete('content-disposition');
    return new Response(null, { status: 416, headers });
  }
  const { start, end } = range.kind === 'part' ? range : { start: 0, end: file.bytes - 1 };
  const status = range.kind === 'part' ? 206 : 200;
  if (status === 206) headers.set('content-range', `bytes ${start}-${end}/${file.bytes}`);
  setLength(headers, end - start + 1);
  const empty = request.method === 'HEAD' || end < start;
  return new Response(empty ? null : webBody(await file.open({ start, end })), { status, headers });
};
