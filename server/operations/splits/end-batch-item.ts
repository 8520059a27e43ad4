// Tells a song's batch how the song ended, and ends the batch with its last song.
import type { DbTransaction } from '../../db/client.ts';
import type { FailureReason } from '../../contract/failure-reasons.ts';

export type ItemEnd =
  { status: 'done' } | { status: 'failed'; reason: FailureReason; message: string | null };

/** A batch is over when no item of it waits or runs. */
export const completeBatch = async (tx: DbTransaction, batchId: string, now: Date): Promise<void> => {
  await tx.batch.updateMany({
    where: {
      id: batchId,
      completedAt: null,
      items: { none: { status: { in: ['queued', 'processing'] } } },
    },
    data: { completedAt: now },
  });
};

export const endBatchItem = async (
  tx: DbTransaction,
  split: { id: string; batchId: string | null },
  end: ItemEnd,
  now: Date,
): Promise<void> => {
  if (split.batchId === null) return;
  await tx.batchItem.updateMany({
    where: { splitId: split.id, status: { in: ['queued', 'processing'] } },
    data:
      end.status === 'done'
        ? { status: 'done' }
        : { status: 'failed', reason: end.reason, message: end.message },
  });
  await completeBatch(tx, split.batchId, now);
};
