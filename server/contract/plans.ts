// The two plans and what each gives; monthly numbers are the defaults an operator may change.
import { z } from 'zod';

export const planIds = ['free', 'pro'] as const;
export const planId = z.enum(planIds);
export type PlanId = z.infer<typeof planId>;

export const defaultSplitsPerMonth: Readonly<Record<PlanId, number>> = { free: 5, pro: 200 };
