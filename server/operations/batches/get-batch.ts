// Reads a batch with each song's split, on request only when something in it has changed.
import type { BatchWire } from '../../contract/batch.ts';
import { looksLikeId } from '../../domain/ids.ts';
import { planOf } from '../account/plan-of.ts';
import { AppError } from '../app-error.ts';
import type { Context } from '../context.ts';
import { accountOf } from '../guard.ts';
import { type BatchWithItems, presentBatch, withItems } from './present-batch.ts';

const read = async (ctx: Context, id: string): Promise<BatchWithItems> => {
  const row = looksLikeId(id, 'batch')
    ? await ctx.services.db.batch.findFirst({ where: { id, accountId: accountOf(ctx) }, include: withItems })
    : null;
  if (!row) throw new AppError('not_found');
  return row;
};

const stateOf = (row: BatchWithItems): string =>
  row.items.map((item) => `${item.status}${item.split?.progress ?? ''}`).join(' ');
const hasEnded = (row: BatchWithItems): boolean =>
  row.items.every((item) => item.status !== 'queued' && item.status !== 'processing');

/** Items get their splits while they run, so each wait listens to the splits known by then, a few seconds at a time. */
const longestWaitMs = 2000;

export const getBatch = async (
  ctx: Context,
  input: { batchId: string; waitSeconds?: number },
): Promise<BatchWire> => {
  const plan = await planOf(ctx);
  const deadline = Date.now() + (input.waitSeconds ?? 0) * 1000;
  let row = await read(ctx, input.batchId);
  const before = stateOf(row);
  while (!hasEnded(row) && stateOf(row) === before && !ctx.signal?.aborted) {
    const left = deadline - Date.now();
    if (left <= 0) break;
    const splitIds = row.items.flatMap((item) => (item.splitId ? [item.splitId] : []));
    await ctx.services.splitEvents.waitFor(splitIds, Math.min(left, longestWaitMs), ctx.signal);
    row = await read(ctx, input.batchId);
  }
  return presentBatch(row, ctx.services.env, plan);
};
