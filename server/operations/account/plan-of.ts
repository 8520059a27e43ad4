// The acting account's plan: what decides which links are shown.
import type { PlanId } from '../../contract/plans.ts';
import { AppError } from '../app-error.ts';
import type { Context } from '../context.ts';
import { accountOf } from '../guard.ts';

export const planOf = async (ctx: Context): Promise<PlanId> => {
  const account = await ctx.services.db.account.findUnique({
    where: { id: accountOf(ctx) },
    select: { plan: true },
  });
  if (!account) throw new AppError('invalid_api_key');
  return account.plan;
};
