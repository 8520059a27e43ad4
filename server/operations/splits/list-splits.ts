// Lists the account's songs, newest first, by key; status narrows, q searches names.
import type { z } from 'zod';
import { limits } from '../../contract/limits.ts';
import type { SplitStatus, splitPage } from '../../contract/split.ts';
import { planOf } from '../account/plan-of.ts';
import type { Context } from '../context.ts';
import { accountOf } from '../guard.ts';
import { idBefore, pageOf } from '../page-cursor.ts';
import { presentSplit, withStems } from './present-split.ts';

export type ListSplitsInput = { limit?: number; cursor?: string; status?: SplitStatus; q?: string };

export const listSplits = async (
  ctx: Context,
  input: ListSplitsInput,
): Promise<z.infer<typeof splitPage>> => {
  const limit = input.limit ?? limits.pageSize;
  const before = idBefore(input.cursor, 'split');
  const rows = await ctx.services.db.split.findMany({
    where: {
      accountId: accountOf(ctx),
      ...(before ? { id: { lt: before } } : {}),
      ...(input.status ? { status: input.status } : {}),
      ...(input.q ? { name: { contains: input.q.replace(/[\\%_]/g, '\\$&'), mode: 'insensitive' } } : {}),
    },
    orderBy: { id: 'desc' },
    take: limit + 1,
    include: withStems,
  });
  const page = pageOf(rows, limit);
  const plan = await planOf(ctx);
  return {
    splits: page.rows.map((row) => presentSplit(row, ctx.services.env, plan)),
    has_more: page.has_more,
    next_cursor: page.next_cursor,
  };
};
