// Signs a person out everywhere, or of one other place.
import type { Context } from '../context.ts';
import { requirePerson } from '../guard.ts';

export const endSessions = async (
  ctx: Context,
  input: { sessionId?: string },
): Promise<{ ended: number }> => {
  const { accountId } = requirePerson(ctx);
  const { count } = await ctx.services.db.session.deleteMany({
    where: { accountId, ...(input.sessionId === undefined ? {} : { id: input.sessionId }) },
  });
  return { ended: count };
};
