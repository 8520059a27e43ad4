// Storage in an S3-compatible bucket: streams in parts, signed addresses, uploads by signed UploadPart.
import type { Readable } from 'node:stream';
import { S3mini, S3ServiceError } from 's3mini';
import { MeasuredBody } from './measured-body.ts';
import { probeStorage } from './probe-storage.ts';
import { headS3, listS3Parts, readS3 } from './s3-reader.ts';
import { sizedChunks } from './sized-chunks.ts';
import { requireKey, requirePrefix } from './storage-key.ts';
import { type Storage, StorageUploadGone, type UploadPartRef, UploadPartRefused } from './storage.ts';
import { bareEtag, orderParts, planParts } from './upload-parts.ts';

export type S3Options = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** Up to this a file is one PUT; longer ones go in parts of this size, the only memory a stream takes. */
const chunkBytes = 8 * 1024 * 1024;
const requestMs = 120_000;
const pageSize = 1000;

const isGone = (error: unknown): boolean => error instanceof S3ServiceError && error.status === 404;

const withoutGone = async (work: Promise<unknown>): Promise<void> => {
  await work.catch((error: unknown) => {
    if (!isGone(error)) throw error;
  });
};

/** The store keeps no plan of an upload, so its name carries it: S3's own id, the size and the size of a part. */
const writeId = (uploadId: string, size: number, partSize: number): string =>
  `${size}~${partSize}~${uploadId}`;
const readId = (id: string): { uploadId: string; size: number; partSize: number } => {
  const match = /^(\d{1,15})~(\d{1,15})~(.+)$/s.exec(id);
  if (!match) throw new StorageUploadGone('no such upload');
  return { size: Number(match[1]), partSize: Number(match[2]), uploadId: match[3] ?? '' };
};

const putInParts = async (
  s3: S3mini,
  key: string,
  contentType: string,
  chunks: AsyncIterable<Buffer>,
): Promise<string> => {
  const uploadId = await s3.getMultipartUploadId(key, contentType);
  try {
    const parts: { partNumber: number; etag: string }[] = [];
    for await (const chunk of chunks) {
      parts.push(await s3.uploadPart(key, uploadId, chunk, parts.length + 1));
    }
    return (await s3.completeMultipartUpload(key, uploadId, parts)).etag;
  } catch (error) {
    await s3.abortMultipartUpload(key, uploadId).catch(() => {});
    throw error;
  }
};

const put = async (
  s3: S3mini,
  key: string,
  body: Readable,
  { contentType, maxBytes }: { contentType: string; maxBytes: number },
): Promise<{ bytes: number; etag: string }> => {
  const measured = new MeasuredBody(maxBytes);
  body.once('error', (error) => measured.destroy(error));
  const chunks = sizedChunks(body.pipe(measured), chunkBytes);
  try {
    const first = await chunks.next();
    const start: Buffer = first.done ? Buffer.alloc(0) : first.value;
    if (start.length < chunkBytes) {
      const response = await s3.putObject(key, start, contentType);
      return { bytes: measured.bytes, etag: bareEtag(response.headers.get('etag') ?? '') };
    }
    const all = async function* (): AsyncGenerator<Buffer> {
      yield start;
      yield* chunks;
    };
    const etag = await putInParts(s3, key, contentType, all());
    return { bytes: measured.bytes, etag: bareEtag(etag) };
  } finally {
    body.destroy();
    measured.destroy();
  }
};

const list = async function* (s3: S3mini, prefix: string): AsyncGenerator<string> {
  let token: string | undefined;
  do {
    const page = await s3.listObjectsPaged('/', prefix, pageSize, token);
    for (const object of page?.objects ?? []) yield object.Key;
    token = page?.nextContinuationToken;
  } while (token);
};

/** Null when the upload is no more. */
const joinParts = async (
  s3: S3mini,
  key: string,
  upload: ReturnType<typeof readId>,
  given: readonly UploadPartRef[],
): Promise<{ bytes: number } | null> => {
  const stored = await listS3Parts(s3, key, upload.uploadId);
  if (!stored) return null;
  const plan = planParts(upload.size, upload.partSize);
  const ordered = orderParts(plan, given);
  for (const [index, { n, bytes }] of plan.entries()) {
    const part = stored.find((candidate) => candidate.n === n);
    if (!part) throw new UploadPartRefused(n, 'missing');
    if (part.bytes !== bytes) throw new UploadPartRefused(n, 'wrong_size');
    if (part.etag !== ordered[index]?.etag) throw new UploadPartRefused(n, 'mismatch');
  }
  const parts = ordered.map(({ n, etag }) => ({ partNumber: n, etag }));
  try {
    await s3.completeMultipartUpload(key, upload.uploadId, parts);
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
  return { bytes: upload.size };
};

const createUploads = (s3: S3mini): Pick<Storage, 'createUpload' | 'completeUpload' | 'abortUpload'> => ({
  async createUpload(key, { size, partSize, expiresInSeconds }) {
    const uploadId = await s3.getMultipartUploadId(requireKey(key), 'application/octet-stream');
    const parts = planParts(size, partSize).map(async ({ n, bytes }) => {
      const query = { partNumber: String(n), uploadId };
      // With its length signed, a part of another length is refused before it is stored.
      const headers = { 'content-length': String(bytes) };
      return { n, url: await s3.getPresignedUrl('PUT', key, expiresInSeconds, query, headers) };
    });
    return { id: writeId(uploadId, size, partSize), parts: await Promise.all(parts) };
  },
  async completeUpload(id, key, parts) {
    const upload = readId(id);
    const joined = await joinParts(s3, requireKey(key), upload, parts);
    if (joined) return joined;
    const done = await headS3(s3, key);
    if (done?.bytes !== upload.size) throw new StorageUploadGone('no such upload');
    return { bytes: done.bytes };
  },
  abortUpload: async (id, key) => withoutGone(s3.abortMultipartUpload(requireKey(key), readId(id).uploadId)),
});

/** s3mini signs !'()* unescaped in a query, which S3 does not accept, so the name is plain ASCII without them. */
const signedName = (name: string | undefined): Record<string, string> => {
  if (name === undefined) return {};
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9 ._-]/g, '_');
  return { 'response-content-disposition': `attachment; filename="${plain}"` };
};

export const createS3Storage = (options: S3Options): Storage => {
  const s3 = new S3mini({
    accessKeyId: options.accessKeyId,
    secretAccessKey: options.secretAccessKey,
    endpoint: `${options.endpoint.replace(/\/+$/, '')}/${options.bucket}`,
    region: options.region,
    requestAbortTimeout: requestMs,
  });
  const storage: Storage = {
    name: 's3',
    put: async (key, body, limits) => put(s3, requireKey(key), body, limits),
    get: async (key, range) => readS3(s3, requireKey(key), range),
    head: async (key) => headS3(s3, requireKey(key)),
    delete: async (key) => withoutGone(s3.deleteObject(requireKey(key))),
    async deletePrefix(prefix) {
      // One by one: not every store that speaks S3 knows the call for many.
      for await (const key of list(s3, requirePrefix(prefix))) await withoutGone(s3.deleteObject(key));
    },
    list: (prefix) => list(s3, prefix === '' ? '' : requirePrefix(prefix)),
    signGet: async (key, { expiresInSeconds, downloadName }) =>
      s3.getPresignedUrl('GET', requireKey(key), expiresInSeconds, signedName(downloadName)),
    signPut: async (key, { expiresInSeconds }) =>
      s3.getPresignedUrl('PUT', requireKey(key), expiresInSeconds),
    ...createUploads(s3),
    check: () => probeStorage(storage),
  };
  return storage;
};
