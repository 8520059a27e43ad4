// Creates a setlist. Pro.
import type { SetlistBody, SetlistWire } from '../../contract/setlist.ts';
import { newId, newShareId } from '../../domain/ids.ts';
import type { Context } from '../context.ts';
import { accountOf } from '../guard.ts';
import { getSetlist } from './get-setlist.ts';
import { requirePro, writeSongs } from './write-songs.ts';

export const createSetlist = async (ctx: Context, input: SetlistBody): Promise<SetlistWire> => {
  const accountId = accountOf(ctx);
  await requirePro(ctx);
  const id = newId('set');
  await ctx.services.db.$transaction(async (tx) => {
    await tx.setlist.create({ data: { id, accountId, title: input.title, shareId: newShareId() } });
    await writeSongs(ctx, tx, id, input.split_ids);
  });
  return getSetlist(ctx, { setlistId: id });
};
