// Reads one split of the account, on request only when it has changed.
import type { SplitWire } from '../../contract/split.ts';
import { looksLikeId } from '../../domain/ids.ts';
import { planOf } from '../account/plan-of.ts';
import { AppError } from '../app-error.ts';
import type { Context } from '../context.ts';
import { accountOf } from '../guard.ts';
import { presentSplit, type SplitWithStems, withStems } from './present-split.ts';

const read = async (ctx: Context, id: string): Promise<SplitWithStems> => {
  const row = looksLikeId(id, 'split')
    ? await ctx.services.db.split.findFirst({
        where: { id, accountId: accountOf(ctx) },
        include: withStems,
      })
    : null;
  if (!row) throw new AppError('not_found');
  return row;
};

const hasEnded = (row: SplitWithStems): boolean => row.status === 'done' || row.status === 'failed';
const isSame = (a: SplitWithStems, b: SplitWithStems): boolean =>
  a.status === b.status && a.progress === b.progress;

/** An ended split never changes again, so nothing is waited for. */
export const getSplit = async (
  ctx: Context,
  input: { splitId: string; waitSeconds?: number },
): Promise<SplitWire> => {
  const { splitEvents, env } = ctx.services;
  const plan = await planOf(ctx);
  const deadline = Date.now() + (input.waitSeconds ?? 0) * 1000;
  const first = await read(ctx, input.splitId);
  let row = first;
  while (!hasEnded(row) && isSame(first, row) && !ctx.signal?.aborted) {
    const left = deadline - Date.now();
    if (left <= 0) break;
    const change = splitEvents.waitFor([row.id], left, ctx.signal);
    row = await read(ctx, input.splitId);
    if (!isSame(first, row)) break;
    await change;
    row = await read(ctx, input.splitId);
  }
  return presentSplit(row, env, plan);
};
