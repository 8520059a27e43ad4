// What is remembered of an upload, so that it can go on after a reload: its plan, and the parts that storage has.
import type { ModelId } from '../../../../server/contract/models.ts';

type PartAddress = { n: number; url: string };
export type StoredPart = { n: number; etag: string };

export type UploadRecord = {
  id: string;
  accountId: string;
  filename: string;
  size: number;
  lastModified: number;
  model: ModelId;
  token: string;
  partSize: number;
  parts: PartAddress[];
  stored: StoredPart[];
  expiresAt: string;
  paused: boolean;
};

/** How one file is told from another without reading it. */
export type FileMark = { name: string; size: number; lastModified: number };

export const missingParts = (record: UploadRecord): PartAddress[] => {
  const stored = new Set(record.stored.map(({ n }) => n));
  return record.parts.filter(({ n }) => !stored.has(n));
};

export const partBytes = (record: UploadRecord, n: number): { start: number; end: number } => {
  const start = (n - 1) * record.partSize;
  return { start, end: Math.min(record.size, start + record.partSize) };
};

export const storedBytes = (record: UploadRecord): number =>
  record.stored.reduce((sum, { n }) => {
    const { start, end } = partBytes(record, n);
    return sum + end - start;
  }, 0);

/** A file that was changed since may have the same name and length; its parts must not be mixed with the old ones. */
export const isSameFile = (record: UploadRecord, file: FileMark): boolean =>
  record.filename === file.name && record.size === file.size && record.lastModified === file.lastModified;

/** An address that runs out on the way would only fail later. */
const marginMs = 60_000;
export const isExpired = (record: UploadRecord, nowMs: number): boolean =>
  Date.parse(record.expiresAt) - marginMs <= nowMs;
