// Cancels the songs of a batch that have not started; the started ones carry on.
import type { BatchWire } from '../../contract/batch.ts';
import { looksLikeId } from '../../domain/ids.ts';
import { AppError } from '../app-error.ts';
import type { Context } from '../context.ts';
import { accountOf } from '../guard.ts';
import { lockAccount } from '../splits/reserve-split.ts';
import { getBatch } from './get-batch.ts';

/** The account's lock is the one that starting an item takes, so an item is either started or cancelled. */
export const cancelBatch = async (ctx: Context, input: { batchId: string }): Promise<BatchWire> => {
  const accountId = accountOf(ctx);
  const { batchId } = input;
  if (!looksLikeId(batchId, 'batch')) throw new AppError('not_found');
  await ctx.services.db.$transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const batch = await tx.batch.findFirst({ where: { id: batchId, accountId } });
    if (!batch) throw new AppError('not_found');
    const now = new Date();
    const { count } = await tx.batchItem.updateMany({
      where: { batchId, status: 'queued' },
      data: { status: 'cancelled', reason: 'cancelled' },
    });
    if (count === 0) return;
    const open = await tx.batchItem.count({ where: { batchId, status: { in: ['queued', 'processing'] } } });
    await tx.batch.update({
      where: { id: batchId },
      data: { cancelledAt: now, ...(open === 0 ? { completedAt: now } : {}) },
    });
  });
  return getBatch(ctx, { batchId });
};
