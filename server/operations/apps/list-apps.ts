// A person sees which apps act for them: one entry per app and resource, however often it was connected.
import type { ConnectedAppWire } from '../../contract/key.ts';
import { describeRedirect } from '../../domain/oauth-redirect-uri.ts';
import type { Context } from '../context.ts';
import { requirePerson } from '../guard.ts';

const grantsShown = 500;

const later = (left: string | null, right: string | null): string | null =>
  left === null || (right !== null && right > left) ? right : left;

export const listApps = async (ctx: Context): Promise<{ apps: ConnectedAppWire[] }> => {
  const { accountId } = requirePerson(ctx);
  const grants = await ctx.services.db.oAuthGrant.findMany({
    where: {
      accountId,
      revokedAt: null,
      // A grant whose code was never redeemed, or whose last token has run out, connects nothing.
      tokens: { some: { revokedAt: null, usedAt: null, expiresAt: { gt: new Date() } } },
    },
    include: { client: true },
    orderBy: { createdAt: 'desc' },
    take: grantsShown,
  });
  const apps = new Map<string, ConnectedAppWire>();
  for (const grant of grants) {
    const key = JSON.stringify([grant.clientId, grant.resource]);
    const earlier = apps.get(key);
    const lastUsedAt = grant.lastUsedAt?.toISOString() ?? null;
    apps.set(key, {
      id: earlier?.id ?? grant.id,
      name: grant.client.name,
      redirect_host: describeRedirect(grant.redirectUri).label,
      resource: grant.resource,
      connected_at: grant.createdAt.toISOString(),
      last_used_at: earlier ? later(earlier.last_used_at, lastUsedAt) : lastUsedAt,
    });
  }
  return { apps: [...apps.values()] };
};
