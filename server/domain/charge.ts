// How a song is paid for: from the month's allowance, with a credit, or not at all.
import type { ModelId } from '../contract/models.ts';
import { products } from '../contract/models.ts';
import type { PlanId } from '../contract/plans.ts';

export type Purse = { plan: PlanId; splitsUsed: number; splitsPerMonth: number; credits: number };
export type ChargeDecision =
  { charge: 'allowance' | 'credit' } | { refuse: 'limit_reached' | 'plan_required' };

/** Contract, "Account": `full` needs Pro or a credit; a credit also covers a split past the monthly limit. */
export const decideCharge = (model: ModelId, purse: Purse): ChargeDecision => {
  const planCoversModel = products[model].plan === 'free' || purse.plan === 'pro';
  if (planCoversModel && purse.splitsUsed < purse.splitsPerMonth) return { charge: 'allowance' };
  if (purse.credits > 0) return { charge: 'credit' };
  return { refuse: planCoversModel ? 'limit_reached' : 'plan_required' };
};
