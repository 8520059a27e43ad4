// Puts an account on a plan; it holds from the next request on.
import type { PlanId } from '../../contract/plans.ts';
import type { Db } from '../../db/client.ts';
import { findAccount } from './find-account.ts';

export const setPlan = async (
  db: Db,
  input: { email: string; plan: PlanId },
): Promise<{ email: string; plan: PlanId }> => {
  const { id, email } = await findAccount(db, input.email);
  await db.account.update({ where: { id }, data: { plan: input.plan } });
  return { email, plan: input.plan };
};
