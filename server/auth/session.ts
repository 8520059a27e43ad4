// Reads who is signed in from the session cookie: one indexed query.
import type { Account } from '../db/generated/client.ts';
import type { Actor, Services } from '../operations/context.ts';
import { cookieOf, sessionCookieName, sessionHash } from './session-cookie.ts';

export type PersonSession = { actor: Extract<Actor, { kind: 'person' }>; account: Account };

const touchAfterMs = 5 * 60_000;

export const readSessionToken = async (
  services: Services,
  token: string | null,
): Promise<PersonSession | null> => {
  if (!token) return null;
  const session = await services.db.session.findUnique({
    where: { tokenHash: sessionHash(token) },
    include: { account: true },
  });
  const now = new Date();
  if (!session || session.expiresAt <= now) return null;
  if (now.getTime() - session.lastSeenAt.getTime() > touchAfterMs) {
    await services.db.session.updateMany({ where: { id: session.id }, data: { lastSeenAt: now } });
  }
  const { account } = session;
  return { actor: { kind: 'person', accountId: account.id, sessionId: session.id }, account };
};

export const readSession = (services: Services, request: Request): Promise<PersonSession | null> =>
  readSessionToken(
    services,
    cookieOf(request.headers.get('cookie'), sessionCookieName(services.env.SITE_URL)),
  );

/** A state-changing request of the site must come from the site: the browser says so in Origin. */
export const isOwnOrigin = (services: Services, request: Request): boolean =>
  request.headers.get('origin') === new URL(services.env.SITE_URL).origin;
