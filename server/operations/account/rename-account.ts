// Changes the name a person goes by on the site.
import type { Context } from '../context.ts';
import { requirePerson } from '../guard.ts';

export const renameAccount = async (ctx: Context, input: { name: string }): Promise<{ name: string }> => {
  const { accountId } = requirePerson(ctx);
  await ctx.services.db.account.update({ where: { id: accountId }, data: { name: input.name } });
  return { name: input.name };
};
