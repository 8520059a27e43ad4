// Deletes a setlist and ends its share link; the songs stay.
import { hashSecret } from '../../domain/secrets.ts';
import { AppError } from '../app-error.ts';
import type { Context } from '../context.ts';
import { accountOf } from '../guard.ts';

export const deleteSetlist = async (
  ctx: Context,
  input: { setlistId: string },
): Promise<{ id: string; deleted: true }> => {
  await ctx.services.db.$transaction(async (tx) => {
    const where = { id: input.setlistId, accountId: accountOf(ctx) };
    const setlist = await tx.setlist.findFirst({ where });
    if (!setlist) throw new AppError('not_found');
    await tx.setlist.deleteMany({ where });
    await tx.deadShare.createMany({
      data: [{ shareHash: hashSecret(setlist.shareId) }],
      skipDuplicates: true,
    });
  });
  return { id: input.setlistId, deleted: true };
};
