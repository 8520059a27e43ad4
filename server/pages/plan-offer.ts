// The numbers of the pricing page, as this installation is set.
import { getServices } from '../deps.ts';

export type PlanOffer = { freeSplits: number; proSplits: number; checkoutUrl: string | null };

export const planOffer = async (): Promise<PlanOffer> => {
  const { env } = await getServices();
  return {
    freeSplits: env.FREE_SPLITS_PER_MONTH,
    proSplits: env.PRO_SPLITS_PER_MONTH,
    checkoutUrl: env.CHECKOUT_URL ?? null,
  };
};
