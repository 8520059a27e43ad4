// What is remembered of an upload, so that it can go on after a reload: the wish, its plan, and the parts that storage has.
import type { ModelId } from '../../../../server/contract/models.ts';

type PartAddress = { n: number; url: string };
export type StoredPart = { n: number; etag: string };

/** What the service answered when the upload began. */
export type UploadPlan = { token: string; partSize: number; parts: PartAddress[]; stored: StoredPart[] };

export type UploadRecord = {
  id: string;
  accountId: string;
  filename: string;
  size: number;
  lastModified: number;
  model: ModelId;
  /** `null` while it waits for its turn. */
  plan: UploadPlan | null;
  expiresAt: string;
  paused: boolean;
};

/** How one file is told from another without reading it. */
export type FileMark = { name: string; size: number; lastModified: number };

export const missingParts = ({ parts, stored }: UploadPlan): PartAddress[] => {
  const there = new Set(stored.map(({ n }) => n));
  return parts.filter(({ n }) => !there.has(n));
};

export const partBytes = (plan: UploadPlan, size: number, n: number): { start: number; end: number } => {
  const start = (n - 1) * plan.partSize;
  return { start, end: Math.min(size, start + plan.partSize) };
};

export const storedBytes = ({ plan, size }: UploadRecord): number => {
  if (!plan) return 0;
  return plan.stored.reduce((sum, { n }) => {
    const { start, end } = partBytes(plan, size, n);
    return sum + end - start;
  }, 0);
};

/** A file that was changed since may have the same name and length; its parts must not be mixed with the old ones. */
export const isSameFile = (record: UploadRecord, file: FileMark): boolean =>
  record.filename === file.name && record.size === file.size && record.lastModified === file.lastModified;

/** An address that runs out on the way would only fail later. */
const marginMs = 60_000;
export const isExpired = (record: UploadRecord, nowMs: number): boolean =>
  Date.parse(record.expiresAt) - marginMs <= nowMs;
