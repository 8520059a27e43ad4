// Reads from an S3-compatible store through signed addresses, because s3mini's own reads give up headers or the stream.
import { Readable } from 'node:stream';
import type { ReadableStream as NodeWebStream } from 'node:stream/web';
import type { S3mini } from 's3mini';
import { type ByteRange, type StoredHead } from './storage.ts';
import { bareEtag } from './upload-parts.ts';

const headersMs = 20_000;
const linkSeconds = 60;

/** The deadline is for the headers; a body may take as long as whoever reads it. */
const fetchSigned = async (url: string, headers: Record<string, string>): Promise<Response> => {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error('S3 did not answer in time')), headersMs);
  try {
    return await fetch(url, { headers, signal: late.signal });
  } finally {
    clearTimeout(timer);
  }
};

const totalBytes = (response: Response): number =>
  Number(
    /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1] ??
      response.headers.get('content-length'),
  );

const headOf = (response: Response): StoredHead => ({
  bytes: totalBytes(response),
  etag: bareEtag(response.headers.get('etag') ?? ''),
  contentType: response.headers.get('content-type') ?? 'application/octet-stream',
});

type S3Answer = { head: StoredHead; response: Response };

/** Null when there is no such object. */
const openS3 = async (s3: S3mini, key: string, range?: ByteRange): Promise<S3Answer | null> => {
  const url = await s3.getPresignedUrl('GET', key, linkSeconds);
  const response = await fetchSigned(url, range ? { range: `bytes=${range.start}-${range.end}` } : {});
  if (response.ok) return { head: headOf(response), response };
  const text = await response.text();
  if (response.status === 404) return null;
  if (response.status === 416) throw new RangeError('outside the file');
  throw new Error(`S3 answered ${response.status}: ${text.slice(0, 300)}`);
};

export const readS3 = async (
  s3: S3mini,
  key: string,
  range?: ByteRange,
): Promise<{ head: StoredHead; body: Readable } | null> => {
  if (range && (range.start < 0 || range.end < range.start)) throw new RangeError('outside the file');
  const found = await openS3(s3, key, range);
  if (!found) return null;
  const { body } = found.response;
  return {
    head: found.head,
    body: body ? Readable.fromWeb(body as NodeWebStream<Uint8Array>) : Readable.from([]),
  };
};

/** One byte is asked for, because a signed address for GET is not one for HEAD; an empty object has none to give. */
export const headS3 = async (s3: S3mini, key: string): Promise<StoredHead | null> => {
  const first = await openS3(s3, key, { start: 0, end: 0 }).catch((error: unknown) => {
    if (error instanceof RangeError) return openS3(s3, key);
    throw error;
  });
  await first?.response.body?.cancel();
  return first?.head ?? null;
};

const xmlText = (xml: string, tag: string): string =>
  new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? '';

export type S3Part = { n: number; etag: string; bytes: number };

/** The parts that were PUT; null when the upload is finished, aborted or unknown. */
export const listS3Parts = async (s3: S3mini, key: string, uploadId: string): Promise<S3Part[] | null> => {
  const url = await s3.getPresignedUrl('GET', key, linkSeconds, { uploadId, 'max-parts': '1000' });
  const response = await fetchSigned(url, {});
  const xml = await response.text();
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`S3 answered ${response.status}: ${xml.slice(0, 300)}`);
  return [...xml.matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => ({
    n: Number(xmlText(part, 'PartNumber')),
    etag: bareEtag(xmlText(part, 'ETag').replace(/&quot;|&#34;/g, '"')),
    bytes: Number(xmlText(part, 'Size')),
  }));
};
