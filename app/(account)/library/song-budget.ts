// What a choice of model costs this account, and how many such songs it can still submit. Mirrors the service's own rule for display only.
import type { AccountWire } from '../../../server/contract/account.ts';
import { type ModelId, products } from '../../../server/contract/models.ts';

export type Price = 'allowance' | 'credit' | 'plan_required' | 'limit_reached';

const planCovers = (account: AccountWire, model: ModelId): boolean =>
  products[model].plan === 'free' || account.plan === 'pro';

/** What the next song of this model is paid with, or why it is refused. */
export const priceOf = (account: AccountWire, model: ModelId): Price => {
  if (planCovers(account, model) && account.splits_left > 0) return 'allowance';
  if (account.credits > 0) return 'credit';
  return planCovers(account, model) ? 'limit_reached' : 'plan_required';
};

/** How many songs of this model can be paid for. */
export const affordable = (account: AccountWire, model: ModelId): number =>
  (planCovers(account, model) ? account.splits_left : 0) + account.credits;

const songs = (count: number): string => `${String(count)} ${count === 1 ? 'song' : 'songs'}`;
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** The sentence under a model: what one song takes from this account. */
export const priceSentence = (account: AccountWire, model: ModelId): string => {
  const price = priceOf(account, model);
  if (price === 'allowance') return 'Costs one song of your month';
  if (price === 'credit') return 'Costs one credit a song';
  return price === 'plan_required' ? 'Needs Pro, or one credit a song' : 'None left this month';
};

export type Warning = { message: string; blocks: boolean; pricing: boolean };

/** What to say before `count` songs are submitted; null when all of them fit. */
export const warningFor = (account: AccountWire, model: ModelId, count: number): Warning | null => {
  const canPay = affordable(account, model);
  const renewal = day.format(new Date(account.resets_at));
  if (canPay === 0) {
    const isPlan = priceOf(account, model) === 'plan_required';
    const message = isPlan
      ? `${products[model].name} needs the Pro plan, or one credit a song. The other models are open to you.`
      : `Your ${songs(account.splits_per_month)} for this month are used up and no credit is left. New ones come on ${renewal}.`;
    return { message, blocks: true, pricing: true };
  }
  const inHour = account.limits.songs_left_this_hour;
  if (inHour === 0) {
    const message = `${songs(account.limits.songs_per_hour)} went in within the last hour, which is the most. Wait a little, then add more.`;
    return { message, blocks: true, pricing: false };
  }
  if (count > canPay) {
    const message = `Only ${songs(canPay)} of these ${String(count)} can be paid for until ${renewal}. The others will be marked as failed, and cost nothing.`;
    return { message, blocks: false, pricing: true };
  }
  if (count > inHour) {
    const message = `Only ${songs(inHour)} of these ${String(count)} fit into this hour. The others will be marked as failed, and cost nothing.`;
    return { message, blocks: false, pricing: false };
  }
  return null;
};
