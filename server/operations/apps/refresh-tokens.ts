// Exchanges a refresh token for a new pair; showing a used one again ends the family (RFC 9700 section 4.14.2).
import { OAuthError } from '../../contract/oauth-error.ts';
import type { TokenResource } from '../../domain/oauth-resource.ts';
import { hashSecret, secretKindOf } from '../../domain/secrets.ts';
import type { Services } from '../context.ts';
import { type IssuedTokens, issueTokens } from './issue-tokens.ts';
import { narrowResource } from './narrow-resource.ts';
import { lockLiveGrant, revokeGrants } from './revoke-grant.ts';

export type Refresh = { clientId: string; refreshToken: string; resource: TokenResource | undefined };

const refuse = (description: string) => new OAuthError('invalid_grant', description);

export const refreshTokens = async ({ db, log }: Services, sent: Refresh): Promise<IssuedTokens> => {
  const tokenHash = secretKindOf(sent.refreshToken) === 'refreshToken' ? hashSecret(sent.refreshToken) : '';
  const token = await db.oAuthToken.findUnique({ where: { tokenHash }, include: { grant: true } });
  if (!token || token.kind !== 'refresh') throw refuse('The refresh token is not known.');
  const { grant } = token;
  if (grant.clientId !== sent.clientId) throw refuse('The refresh token was given to another app.');
  const ended = refuse('The connection was ended. Ask the person again.');
  if (!token.usedAt && (token.revokedAt || grant.revokedAt)) throw ended;
  if (!token.usedAt && token.expiresAt <= new Date()) {
    throw refuse('The refresh token has expired. Ask the person again.');
  }
  const resource = narrowResource(grant.resource, sent.resource);

  const tokens = await db.$transaction(async (tx) => {
    const live = await lockLiveGrant(tx, grant.id);
    const { count } = await tx.oAuthToken.updateMany({
      where: { tokenHash, usedAt: null },
      data: { usedAt: new Date() },
    });
    if (count === 1) {
      if (!live) return null;
      return issueTokens(tx, { grantId: grant.id, accessResource: resource, grantResource: grant.resource });
    }
    await revokeGrants(tx, [grant.id]);
    log.warn('refresh_token_reused', { grant_id: grant.id, client_id: sent.clientId });
    return null;
  });
  if (!tokens) throw ended;
  return tokens;
};
