// Replaces a setlist's title and songs. Pro.
import type { SetlistBody, SetlistWire } from '../../contract/setlist.ts';
import { AppError } from '../app-error.ts';
import type { Context } from '../context.ts';
import { accountOf } from '../guard.ts';
import { getSetlist } from './get-setlist.ts';
import { requirePro, writeSongs } from './write-songs.ts';

export const replaceSetlist = async (
  ctx: Context,
  input: SetlistBody & { setlistId: string },
): Promise<SetlistWire> => {
  const accountId = accountOf(ctx);
  await requirePro(ctx);
  await ctx.services.db.$transaction(async (tx) => {
    const { count } = await tx.setlist.updateMany({
      where: { id: input.setlistId, accountId },
      data: { title: input.title },
    });
    if (count === 0) throw new AppError('not_found');
    await writeSongs(ctx, tx, input.setlistId, input.split_ids);
  });
  return getSetlist(ctx, { setlistId: input.setlistId });
};
