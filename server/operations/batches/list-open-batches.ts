// Lists the account's batches that still have songs to come, newest first: what the library shows above its songs.
import type { BatchWire } from '../../contract/batch.ts';
import { planOf } from '../account/plan-of.ts';
import type { Context } from '../context.ts';
import { accountOf } from '../guard.ts';
import { presentBatch, withItems } from './present-batch.ts';

const shown = 5;

export const listOpenBatches = async (ctx: Context): Promise<BatchWire[]> => {
  const rows = await ctx.services.db.batch.findMany({
    where: {
      accountId: accountOf(ctx),
      completedAt: null,
      items: { some: { status: { in: ['queued', 'processing'] } } },
    },
    orderBy: { id: 'desc' },
    take: shown,
    include: withItems,
  });
  const plan = await planOf(ctx);
  return rows.map((row) => presentBatch(row, ctx.services.env, plan));
};
