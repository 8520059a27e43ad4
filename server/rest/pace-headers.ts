// The rate headers of submissions, in the standard's form and in the older one.
import { hourSeconds, limits } from '../contract/limits.ts';
import type { Services } from '../operations/context.ts';
import { submissionsInHour } from '../operations/splits/reserve-split.ts';

export const paceHeaders = async (services: Services, accountId: string): Promise<Record<string, string>> => {
  const now = new Date();
  const recent = await submissionsInHour(services.db, accountId, now);
  const remaining = Math.max(0, limits.songsPerHour - recent.length);
  const oldest = recent[0];
  const reset = oldest
    ? Math.max(1, Math.ceil((oldest.getTime() + hourSeconds * 1000 - now.getTime()) / 1000))
    : 0;
  return {
    'RateLimit-Policy': `"songs";q=${limits.songsPerHour};w=${hourSeconds}`,
    RateLimit: `"songs";r=${remaining};t=${reset}`,
    'X-RateLimit-Limit': String(limits.songsPerHour),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(reset),
  };
};
