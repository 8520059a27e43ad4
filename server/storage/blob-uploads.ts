// Uploads in parts to Vercel Blob, which presigns no multipart part: one presigned blob a part, joined on completion.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { completeMultipartUpload, createMultipartUpload, put, uploadPart } from '@vercel/blob';
import { headBlob, readBlob } from './blob-reader.ts';
import { StorageUploadGone, type UploadPartRef, UploadPartRefused } from './storage.ts';
import { type PartPlan, orderParts, planParts } from './upload-parts.ts';

const requestMs = 120_000;

export type BlobUpload = { id: string; key: string; parts: PartPlan[]; size: number; prefix: string };

/** The store keeps no plan of an upload, so its name carries it. The parts lie beside the file they become. */
const uploadOf = (id: string, key: string): BlobUpload => {
  const [, size, partSize, name] = /^(\d{1,15})~(\d{1,15})~([A-Za-z0-9_-]{22})$/.exec(id) ?? [];
  if (!name) throw new StorageUploadGone('no such upload');
  const prefix = `${path.posix.dirname(key)}/parts-${name}/`;
  return { id, key, size: Number(size), parts: planParts(Number(size), Number(partSize)), prefix };
};

export const newBlobUpload = (key: string, size: number, partSize: number): BlobUpload =>
  uploadOf(`${size}~${partSize}~${randomBytes(16).toString('base64url')}`, key);

export const readBlobUpload = uploadOf;

export const partKey = (upload: BlobUpload, n: number): string => `${upload.prefix}${n}`;

const blobPutOptions = (token: string, contentType: string) =>
  ({
    token,
    access: 'private',
    contentType,
    addRandomSuffix: false,
    allowOverwrite: true,
    abortSignal: AbortSignal.timeout(requestMs),
  }) as const;

/** Only the last chunk may be shorter than 5 MB, and a single one goes as a whole. */
export const putBlobChunks = async (
  token: string,
  key: string,
  contentType: string,
  chunks: AsyncIterator<Buffer>,
): Promise<string> => {
  const first = await chunks.next();
  let next = await chunks.next();
  if (first.done || next.done) {
    const whole: Buffer = first.done ? Buffer.alloc(0) : first.value;
    return (await put(key, whole, blobPutOptions(token, contentType))).etag;
  }
  const target = await createMultipartUpload(key, blobPutOptions(token, contentType));
  const sent: { etag: string; partNumber: number }[] = [];
  const send = async (chunk: Buffer): Promise<void> => {
    const partNumber = sent.length + 1;
    sent.push(await uploadPart(key, chunk, { ...blobPutOptions(token, contentType), ...target, partNumber }));
  };
  await send(first.value);
  for (; !next.done; next = await chunks.next()) await send(next.value);
  return (await completeMultipartUpload(key, sent, { ...blobPutOptions(token, contentType), ...target }))
    .etag;
};

/** Each part is read once more for its bytes; one that was PUT again meanwhile is another part. */
const readParts = async function* (
  token: string,
  upload: BlobUpload,
  parts: readonly UploadPartRef[],
): AsyncGenerator<Buffer> {
  for (const { n, etag } of parts) {
    const part = await readBlob(token, partKey(upload, n), undefined);
    if (part?.head.etag !== etag) {
      part?.body.destroy();
      throw new UploadPartRefused(n, 'mismatch');
    }
    yield buffer(part.body);
  }
};

/** Null when no part is there: the upload is finished, aborted or was never begun. */
export const joinBlobUpload = async (
  token: string,
  upload: BlobUpload,
  given: readonly UploadPartRef[],
): Promise<{ bytes: number } | null> => {
  const ordered = orderParts(upload.parts, given);
  const heads = await Promise.all(upload.parts.map(({ n }) => headBlob(token, partKey(upload, n))));
  if (heads.every((head) => head === null)) return null;
  for (const [index, { n, bytes }] of upload.parts.entries()) {
    const head = heads[index];
    if (!head) throw new UploadPartRefused(n, 'missing');
    if (head.bytes !== bytes) throw new UploadPartRefused(n, 'wrong_size');
    if (head.etag !== ordered[index]?.etag) throw new UploadPartRefused(n, 'mismatch');
  }
  await putBlobChunks(token, upload.key, 'application/octet-stream', readParts(token, upload, ordered));
  return { bytes: upload.size };
};
