// What the texts of this installation's pages depend on: its address, its numbers, and who runs it.
import { getServices } from '../deps.ts';
import type { Env } from '../env.ts';

export type SiteFacts = {
  siteUrl: string;
  freeSplits: number;
  proSplits: number;
  checkoutUrl: string | null;
  operatorName: string | null;
  operatorContact: string | null;
  maxDurationSeconds: number;
};

export const factsOf = (env: Env): SiteFacts => ({
  siteUrl: env.SITE_URL,
  freeSplits: env.FREE_SPLITS_PER_MONTH,
  proSplits: env.PRO_SPLITS_PER_MONTH,
  checkoutUrl: env.CHECKOUT_URL ?? null,
  operatorName: env.OPERATOR_NAME ?? null,
  operatorContact: env.OPERATOR_CONTACT ?? null,
  maxDurationSeconds: env.MAX_DURATION_SECONDS,
});

export const siteFacts = async (): Promise<SiteFacts> => factsOf((await getServices()).env);
