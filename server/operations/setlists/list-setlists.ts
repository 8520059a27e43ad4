// Lists the account's setlists, newest first, by key.
import type { z } from 'zod';
import { limits } from '../../contract/limits.ts';
import type { setlistPage } from '../../contract/setlist.ts';
import type { Context } from '../context.ts';
import { accountOf } from '../guard.ts';
import { idBefore, pageOf } from '../page-cursor.ts';
import { presentSetlist, withSongs } from './present-setlist.ts';

export const listSetlists = async (
  ctx: Context,
  input: { limit?: number; cursor?: string },
): Promise<z.infer<typeof setlistPage>> => {
  const limit = input.limit ?? limits.pageSize;
  const before = idBefore(input.cursor, 'set');
  const rows = await ctx.services.db.setlist.findMany({
    where: { accountId: accountOf(ctx), ...(before ? { id: { lt: before } } : {}) },
    orderBy: { id: 'desc' },
    take: limit + 1,
    include: withSongs,
  });
  const page = pageOf(rows, limit);
  return {
    setlists: page.rows.map((row) => presentSetlist(row, ctx.services.env)),
    has_more: page.has_more,
    next_cursor: page.next_cursor,
  };
};
