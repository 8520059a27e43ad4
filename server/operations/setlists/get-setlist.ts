// Reads one setlist of the account.
import type { SetlistWire } from '../../contract/setlist.ts';
import { AppError } from '../app-error.ts';
import type { Context } from '../context.ts';
import { accountOf } from '../guard.ts';
import { presentSetlist, withSongs } from './present-setlist.ts';

export const getSetlist = async (ctx: Context, input: { setlistId: string }): Promise<SetlistWire> => {
  const row = await ctx.services.db.setlist.findFirst({
    where: { id: input.setlistId, accountId: accountOf(ctx) },
    include: withSongs,
  });
  if (!row) throw new AppError('not_found');
  return presentSetlist(row, ctx.services.env);
};
