// Turns a batch's rows into its wire form; its status is what its items add up to.
import type { BatchItemWire, BatchWire } from '../../contract/batch.ts';
import type { PlanId } from '../../contract/plans.ts';
import type { Prisma } from '../../db/generated/client.ts';
import type { Env } from '../../env.ts';
import { presentSplit, sentenceOf, withStems } from '../splits/present-split.ts';

/** At most ten items, so reading them whole is bounded. */
export const withItems = {
  items: { orderBy: { index: 'asc' }, include: { split: { include: withStems } } },
} as const satisfies Prisma.BatchInclude;
export type BatchWithItems = Prisma.BatchGetPayload<{ include: typeof withItems }>;
type ItemRow = BatchWithItems['items'][number];

/** The split's own state is the truth once there is one; the item's row follows in the same transaction. */
const presentItem = (item: ItemRow, env: Env, plan: PlanId): BatchItemWire => ({
  index: item.index,
  status: item.status,
  audio_url: item.audioUrl,
  name: item.split?.name ?? item.name,
  model: item.model,
  split_id: item.splitId,
  reason: item.reason,
  message: sentenceOf(item.reason, item.message),
  split: item.split ? presentSplit(item.split, env, plan) : null,
});

const countsOf = (items: readonly ItemRow[]): BatchWire['counts'] => {
  const counts = { queued: 0, processing: 0, done: 0, failed: 0, cancelled: 0 };
  for (const item of items) counts[item.status] += 1;
  return counts;
};

const statusOf = (counts: BatchWire['counts'], wasCancelled: boolean): BatchWire['status'] => {
  if (counts.processing > 0) return 'processing';
  if (counts.queued > 0) return counts.done + counts.failed > 0 ? 'processing' : 'queued';
  return wasCancelled ? 'cancelled' : 'done';
};

export const presentBatch = (batch: BatchWithItems, env: Env, plan: PlanId): BatchWire => {
  const counts = countsOf(batch.items);
  return {
    id: batch.id,
    status: statusOf(counts, batch.cancelledAt !== null),
    model: batch.model,
    items: batch.items.map((item) => presentItem(item, env, plan)),
    counts,
    created_at: batch.createdAt.toISOString(),
    completed_at: batch.completedAt?.toISOString() ?? null,
  };
};
