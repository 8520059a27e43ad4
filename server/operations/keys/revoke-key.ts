// Revokes a key: it stops at the next request, on every server, since each request reads the row.
import { AppError } from '../app-error.ts';
import type { Context } from '../context.ts';
import { requirePerson } from '../guard.ts';

export const revokeKey = async (ctx: Context, input: { keyId: string }): Promise<{ id: string }> => {
  const { accountId } = requirePerson(ctx);
  const { count } = await ctx.services.db.apiKey.updateMany({
    where: { id: input.keyId, accountId, revokedAt: null },
    data: { revokedAt: new Date() },
  });
  if (count === 0) throw new AppError('not_found');
  return { id: input.keyId };
};
