// Renames a song in the library.
import type { SplitWire } from '../../contract/split.ts';
import { AppError } from '../app-error.ts';
import type { Context } from '../context.ts';
import { accountOf } from '../guard.ts';
import { getSplit } from './get-split.ts';

export const renameSplit = async (
  ctx: Context,
  input: { splitId: string; name: string },
): Promise<SplitWire> => {
  const { count } = await ctx.services.db.split.updateMany({
    where: { id: input.splitId, accountId: accountOf(ctx) },
    data: { name: input.name, nameChosen: true },
  });
  if (count === 0) throw new AppError('not_found');
  return getSplit(ctx, { splitId: input.splitId });
};
