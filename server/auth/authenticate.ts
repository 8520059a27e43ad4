// Turns an Authorization header into an actor: an API key or an OAuth access token, one indexed query each.
import { type ResourcePath, servesResource } from '../contract/resources.ts';
import { hashSecret, isSameSecret, secretKindOf } from '../domain/secrets.ts';
import { AppError } from '../operations/app-error.ts';
import type { KeyRow, Position } from '../db/hot-reads.ts';
import { positionTimes } from '../operations/account/position-times.ts';
import type { Actor, Services } from '../operations/context.ts';

const touchAfterMs = 60_000;

const isStale = (lastUsedAt: Date | null): boolean =>
  lastUsedAt === null || Date.now() - lastUsedAt.getTime() > touchAfterMs;

/** `key` is what the database keeps under the hash. */
const actorOfKey = ({ db, log }: Services, tokenHash: string, key: KeyRow | null): Actor | null => {
  if (!key || key.revokedAt || !isSameSecret(key.tokenHash, tokenHash)) return null;
  if (isStale(key.lastUsedAt)) {
    db.apiKey
      .updateMany({ where: { id: key.id, revokedAt: null }, data: { lastUsedAt: new Date() } })
      .catch((error: unknown) => log.warn('key_touch_failed', { error }));
  }
  return { kind: 'key', accountId: key.accountId, keyId: key.id };
};

const actorOfToken = async (
  { db, hotReads, env, log }: Services,
  secret: string,
  resource: ResourcePath,
): Promise<Actor | null> => {
  const tokenHash = hashSecret(secret);
  const token = await hotReads.tokenByHash(tokenHash);
  if (!token || token.kind !== 'access' || !isSameSecret(token.tokenHash, tokenHash)) return null;
  if (token.revokedAt || token.grantRevokedAt) return null;
  if (!servesResource(env.SITE_URL, token.resource, resource)) return null;
  if (token.expiresAt <= new Date()) {
    throw new AppError('invalid_api_key', { message: 'The access token has expired. Refresh it.' });
  }
  const { grantId, accountId, clientId } = token;
  if (isStale(token.grantLastUsedAt)) {
    db.oAuthGrant
      .updateMany({ where: { id: grantId }, data: { lastUsedAt: new Date() } })
      .catch((error: unknown) => log.warn('grant_touch_failed', { error }));
  }
  return { kind: 'app', accountId, grantId, clientId };
};

const secretOf = (authorization: string | null): string =>
  /^bearer +(\S+)$/i.exec(authorization?.trim() ?? '')?.[1] ?? '';

/** Throws invalid_api_key for a missing, malformed, unknown, revoked, expired or misdirected credential. */
export const authenticate = async (
  services: Services,
  authorization: string | null,
  resource: ResourcePath,
): Promise<Actor> => {
  const secret = secretOf(authorization);
  const kind = secretKindOf(secret);
  let actor: Actor | null = null;
  if (kind === 'apiKey') {
    const tokenHash = hashSecret(secret);
    actor = actorOfKey(services, tokenHash, await services.hotReads.keyByHash(tokenHash));
  }
  if (kind === 'accessToken') actor = await actorOfToken(services, secret, resource);
  if (!actor) throw new AppError('invalid_api_key');
  return actor;
};

/** For a call that asks for the account's position: with a key, both come in one round trip. */
export const authenticateWithPosition = async (
  services: Services,
  authorization: string | null,
  resource: ResourcePath,
): Promise<{ actor: Actor; position?: Position }> => {
  const secret = secretOf(authorization);
  if (secretKindOf(secret) !== 'apiKey')
    return { actor: await authenticate(services, authorization, resource) };
  const tokenHash = hashSecret(secret);
  const row = await services.hotReads.keyWithPosition(tokenHash, positionTimes(new Date()));
  const actor = actorOfKey(services, tokenHash, row);
  if (!actor || !row) throw new AppError('invalid_api_key');
  return { actor, position: row };
};

/** RFC 9728 section 5.1; `error` only where a credential was sent. */
export const challengeOf = (siteUrl: string, resource: ResourcePath, sentCredential: boolean): string =>
  [
    `Bearer resource_metadata="${siteUrl}/.well-known/oauth-protected-resource${resource}"`,
    'scope="account"',
    ...(sentCredential ? ['error="invalid_token"'] : []),
  ].join(', ');
