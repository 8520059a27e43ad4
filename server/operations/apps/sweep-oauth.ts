// Removes what can never be used again: answered requests, dead codes and tokens, grants without any, unused clients.
import type { Services } from '../context.ts';

const dayMs = 86_400_000;
const unusedClientDays = 30;
/** A used refresh token is kept as long as its reuse must still be recognised. */
const keptTokenDays = 90;

export const sweepOAuth = async ({ db }: Services): Promise<void> => {
  const now = Date.now();
  const daysAgo = (days: number) => new Date(now - days * dayMs);
  await db.oAuthRequest.deleteMany({ where: { expiresAt: { lt: daysAgo(1) } } });
  await db.oAuthToken.deleteMany({
    where: {
      OR: [
        { kind: 'access', expiresAt: { lt: daysAgo(1) } },
        { kind: 'refresh', expiresAt: { lt: daysAgo(keptTokenDays) } },
      ],
    },
  });
  await db.oAuthCode.deleteMany({ where: { expiresAt: { lt: daysAgo(keptTokenDays) } } });
  await db.oAuthGrant.deleteMany({
    where: { createdAt: { lt: daysAgo(1) }, tokens: { none: {} }, codes: { none: {} } },
  });
  await db.oAuthClient.deleteMany({
    where: {
      createdAt: { lt: daysAgo(unusedClientDays) },
      OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: daysAgo(unusedClientDays) } }],
      grants: { none: {} },
      requests: { none: {} },
    },
  });
};
