// One file of the local store: the bytes, then a seal of fixed length with their type, length and MD5, so that
// content and description appear together in one rename and a torn file is noticed.
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MeasuredBody } from './measured-body.ts';
import { type ByteRange, StorageBodyWrong, type StoredHead } from './storage.ts';

const sealBytes = 256;
const contentTypePattern = /^[a-z0-9.+-]+\/[a-z0-9.+-]+(; ?[a-z0-9-]+=[a-zA-Z0-9-]+)?$/i;

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(String(error.code));

const sealOf = (head: StoredHead): Buffer => {
  const seal = Buffer.alloc(sealBytes, ' ');
  const text = JSON.stringify({ v: 1, ...head });
  if (!contentTypePattern.test(head.contentType) || text.length > sealBytes) {
    throw new TypeError(`not a content type: ${head.contentType}`);
  }
  seal.write(text, 'latin1');
  return seal;
};

const readSeal = async (handle: FileHandle): Promise<StoredHead> => {
  const { size } = await handle.stat();
  const seal = Buffer.alloc(sealBytes);
  if (size >= sealBytes) await handle.read(seal, 0, sealBytes, size - sealBytes);
  try {
    const { bytes, etag, contentType } = JSON.parse(seal.toString('latin1')) as StoredHead;
    if (bytes === size - sealBytes) return { bytes, etag, contentType };
  } catch {
    // Falls through to the one sentence about damaged files.
  }
  throw new Error('a stored file is damaged');
};

const openSealed = async (file: string): Promise<FileHandle | null> => {
  try {
    return await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
};

export const headSealed = async (file: string): Promise<StoredHead | null> => {
  const handle = await openSealed(file);
  if (!handle) return null;
  try {
    return await readSeal(handle);
  } finally {
    await handle.close();
  }
};

export const readSealed = async (
  file: string,
  range: ByteRange | undefined,
): Promise<{ head: StoredHead; body: Readable } | null> => {
  const handle = await openSealed(file);
  if (!handle) return null;
  try {
    const head = await readSeal(handle);
    const { start, end } = range ?? { start: 0, end: head.bytes - 1 };
    if (range && (start < 0 || start >= head.bytes || end < start)) throw new RangeError('outside the file');
    if (head.bytes === 0) {
      await handle.close();
      return { head, body: Readable.from([]) };
    }
    return { head, body: handle.createReadStream({ start, end: Math.min(end, head.bytes - 1) }) };
  } catch (error) {
    await handle.close();
    throw error;
  }
};

/** A rename is durable when the folder is. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** A sweep may remove the folder between mkdir and rename; trying again makes it anew. */
const moveInto = async (temporary: string, target: string): Promise<void> => {
  const folder = path.dirname(target);
  for (let attempt = 1; ; attempt += 1) {
    await mkdir(folder, { recursive: true });
    try {
      await rename(temporary, target);
      await syncFolder(folder);
      return;
    } catch (error) {
      if (!isMissing(error) || attempt === 3) throw error;
    }
  }
};

export type SealedWrite = {
  temporaryFolder: string;
  contentType: string;
  maxBytes: number;
  /** What the sender said of the body; anything else is refused. */
  bytes?: number | null;
  md5?: string | null;
};

/** Writes beside the store, makes it durable, then moves it into place: the whole file or nothing. */
export const writeSealed = async (
  target: string,
  body: Readable,
  options: SealedWrite,
): Promise<StoredHead> => {
  const temporary = path.join(options.temporaryFolder, randomUUID());
  const handle = await open(temporary, 'wx', 0o600);
  try {
    const measured = new MeasuredBody(options.maxBytes);
    await pipeline(body, measured, async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) await handle.writeFile(chunk);
    });
    const head = { bytes: measured.bytes, etag: measured.md5(), contentType: options.contentType };
    if ((options.bytes ?? head.bytes) !== head.bytes || (options.md5 ?? head.etag) !== head.etag) {
      throw new StorageBodyWrong('the body is not the one announced');
    }
    await handle.writeFile(sealOf(head));
    await handle.sync();
    await moveInto(temporary, target);
    return head;
  } finally {
    await handle.close();
    await rm(temporary, { force: true });
  }
};
