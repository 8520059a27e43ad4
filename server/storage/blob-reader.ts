// Reads from a private Vercel Blob store: past its cache, and in ranges even where the answer comes whole.
import { Readable } from 'node:stream';
import type { ReadableStream as NodeWebStream } from 'node:stream/web';
import { BlobError, BlobNotFoundError, get, head } from '@vercel/blob';
import type { ByteRange, StoredHead } from './storage.ts';
import { bareEtag } from './upload-parts.ts';

const headMs = 20_000;

export const headBlob = async (token: string, key: string): Promise<StoredHead | null> => {
  try {
    const found = await head(key, { token, abortSignal: AbortSignal.timeout(headMs) });
    return { bytes: found.size, etag: bareEtag(found.etag), contentType: found.contentType };
  } catch (error) {
    if (error instanceof BlobNotFoundError) return null;
    throw error;
  }
};

const cut = async function* (body: Readable, start: number, end: number): AsyncGenerator<Buffer> {
  let offset = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    const from = Math.max(start - offset, 0);
    const to = Math.min(end + 1 - offset, chunk.length);
    if (from < to) yield chunk.subarray(from, to);
    offset += chunk.length;
    if (offset > end) return;
  }
};

export const readBlob = async (
  token: string,
  key: string,
  range: ByteRange | undefined,
): Promise<{ head: StoredHead; body: Readable } | null> => {
  if (range && (range.start < 0 || range.end < range.start)) throw new RangeError('outside the file');
  const headers = range ? { range: `bytes=${range.start}-${range.end}` } : {};
  // The cache of the CDN would go on serving a file after it was replaced or deleted.
  const found = await get(key, { token, access: 'private', useCache: false, headers }).catch(
    (error: unknown) => {
      if (error instanceof BlobError && error.message.includes(' 416 '))
        throw new RangeError('outside the file');
      throw error;
    },
  );
  if (!found || found.statusCode !== 200) return null;
  if (!found.headers.has('content-length')) {
    await found.stream.cancel();
    throw new Error('the blob store answered without a length');
  }
  const total = /\/(\d+)$/.exec(found.headers.get('content-range') ?? '')?.[1];
  const bytes = Number(total ?? found.blob.size);
  const body = Readable.fromWeb(found.stream as NodeWebStream<Uint8Array>);
  const read = { bytes, etag: bareEtag(found.blob.etag), contentType: found.blob.contentType };
  if (!range || total !== undefined) return { head: read, body };
  if (range.start >= bytes) {
    body.destroy();
    throw new RangeError('outside the file');
  }
  return { head: read, body: Readable.from(cut(body, range.start, range.end), { objectMode: false }) };
};
