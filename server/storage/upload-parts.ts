// The rules for the parts of an upload that every adapter shares: how they are cut, and which list completes them.
import { UploadPartRefused, type UploadPartRef } from './storage.ts';

export type PartPlan = { n: number; bytes: number };

export const planParts = (size: number, partSize: number): PartPlan[] => {
  const count = Math.max(1, Math.ceil(size / partSize));
  return Array.from({ length: count }, (_, index) => ({
    n: index + 1,
    bytes: Math.min(partSize, size - index * partSize),
  }));
};

/** ETags travel with quotes, or marked weak by a proxy; both mean the same bytes here. */
export const bareEtag = (etag: string): string =>
  etag
    .trim()
    .replace(/^W\//, '')
    .replace(/^"(.*)"$/, '$1')
    .toLowerCase();

/** The etag claimed for each part of the plan, in order; throws for parts unknown, named twice or left out. */
export const orderParts = (plan: readonly PartPlan[], given: readonly UploadPartRef[]): UploadPartRef[] => {
  const etags = new Map<number, string>();
  for (const { n, etag } of given) {
    if (!plan.some((part) => part.n === n)) throw new UploadPartRefused(n, 'unknown');
    if (etags.has(n)) throw new UploadPartRefused(n, 'duplicate');
    etags.set(n, bareEtag(etag));
  }
  return plan.map(({ n }) => {
    const etag = etags.get(n);
    if (etag === undefined) throw new UploadPartRefused(n, 'missing');
    return { n, etag };
  });
};
