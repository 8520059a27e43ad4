// Uploads in parts on the local store: a folder an upload with its plan and one sealed file a part.
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { type SealedWrite, headSealed, readSealed, writeSealed } from './sealed-file.ts';
import {
  StorageBodyWrong,
  StorageUploadGone,
  type StoredHead,
  type UploadPartRef,
  UploadPartRefused,
} from './storage.ts';
import { type PartPlan, orderParts, planParts } from './upload-parts.ts';

type Plan = { key: string; size: number; partSize: number };
type Folders = { parts: string; temporary: string };

const partType = 'application/octet-stream';
const idPattern = /^[A-Za-z0-9_-]{22}$/;

const folderOf = (folders: Folders, id: string): string => {
  if (!idPattern.test(id)) throw new StorageUploadGone('no such upload');
  return path.join(folders.parts, id);
};
const partFile = (folder: string, n: number): string => path.join(folder, String(n));

const readPlan = async (folder: string): Promise<Plan | null> => {
  try {
    return JSON.parse(await readFile(path.join(folder, 'plan.json'), 'utf8')) as Plan;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
};

export const startLocalUpload = async (
  folders: Folders,
  plan: Plan,
): Promise<{ id: string; parts: PartPlan[] }> => {
  const id = randomBytes(16).toString('base64url');
  const folder = folderOf(folders, id);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'plan.json'), JSON.stringify(plan));
  return { id, parts: planParts(plan.size, plan.partSize) };
};

export const writeLocalPart = async (
  folders: Folders,
  part: { uploadId: string; n: number; bytes: number },
  body: Readable,
  claimed: { bytes: number | null; md5: string | null },
): Promise<StoredHead> => {
  const folder = folderOf(folders, part.uploadId);
  if (!(await readPlan(folder))) throw new StorageUploadGone('no such upload');
  if (claimed.bytes !== null && claimed.bytes < part.bytes) throw new StorageBodyWrong('too few bytes');
  const write: SealedWrite = {
    temporaryFolder: folders.temporary,
    contentType: partType,
    maxBytes: part.bytes,
    bytes: part.bytes,
    md5: claimed.md5,
  };
  const head = await writeSealed(partFile(folder, part.n), body, write);
  // Writing the part made the folder anew when the upload was ended meanwhile.
  if (!(await readPlan(folder))) {
    await rm(folder, { recursive: true, force: true });
    throw new StorageUploadGone('no such upload');
  }
  return head;
};

const checkPart = async (folder: string, plan: PartPlan, etag: string): Promise<void> => {
  const head = await headSealed(partFile(folder, plan.n));
  if (!head) throw new UploadPartRefused(plan.n, 'missing');
  if (head.bytes !== plan.bytes) throw new UploadPartRefused(plan.n, 'wrong_size');
  if (head.etag !== etag) throw new UploadPartRefused(plan.n, 'mismatch');
};

const joined = async function* (folder: string, parts: readonly UploadPartRef[]): AsyncGenerator<Buffer> {
  for (const { n, etag } of parts) {
    const part = await readSealed(partFile(folder, n), undefined);
    // A part PUT again between the check and now is another part.
    if (part?.head.etag !== etag) {
      part?.body.destroy();
      throw new UploadPartRefused(n, 'mismatch');
    }
    yield* part.body as AsyncIterable<Buffer>;
  }
};

/** Null when the upload is already finished or was never there. */
export const joinLocalUpload = async (
  folders: Folders,
  upload: { id: string; key: string; target: string },
  given: readonly UploadPartRef[],
): Promise<{ bytes: number } | null> => {
  const folder = folderOf(folders, upload.id);
  const plan = await readPlan(folder);
  if (!plan || plan.key !== upload.key) return null;
  const parts = planParts(plan.size, plan.partSize);
  const ordered = orderParts(parts, given);
  for (const [index, part] of parts.entries()) await checkPart(folder, part, ordered[index]?.etag ?? '');
  const { bytes } = await writeSealed(upload.target, Readable.from(joined(folder, ordered)), {
    temporaryFolder: folders.temporary,
    contentType: partType,
    maxBytes: plan.size,
    bytes: plan.size,
  });
  await rm(folder, { recursive: true, force: true });
  return { bytes };
};

export const dropLocalUpload = async (folders: Folders, id: string): Promise<void> => {
  if (idPattern.test(id)) await rm(folderOf(folders, id), { recursive: true, force: true });
};
