// Turns an authorization code into tokens, once (RFC 6749 section 4.1.3, RFC 7636 section 4.6).
import { OAuthError } from '../../contract/oauth-error.ts';
import { verifiesChallenge } from '../../domain/oauth-pkce.ts';
import type { TokenResource } from '../../domain/oauth-resource.ts';
import { hashSecret, secretKindOf } from '../../domain/secrets.ts';
import type { Services } from '../context.ts';
import { type IssuedTokens, issueTokens } from './issue-tokens.ts';
import { narrowResource } from './narrow-resource.ts';
import { lockLiveGrant, revokeGrants } from './revoke-grant.ts';

export type CodeRedemption = {
  clientId: string;
  code: string;
  codeVerifier: string;
  redirectUri: string | undefined;
  /** undefined: the app did not name one. */
  resource: TokenResource | undefined;
};

const refuse = (description: string) => new OAuthError('invalid_grant', description);

/** Everything the code is bound to, besides being unused. */
const requireBinding = (
  code: { redirectUri: string; codeChallenge: string; expiresAt: Date; grant: { clientId: string } },
  sent: CodeRedemption,
): void => {
  if (code.grant.clientId !== sent.clientId) throw refuse('The code was given to another app.');
  if (code.expiresAt <= new Date()) throw refuse('The code has expired. Ask the person again.');
  if (sent.redirectUri !== undefined && sent.redirectUri !== code.redirectUri) {
    throw refuse('redirect_uri is not the one the code was sent to.');
  }
  if (!verifiesChallenge(sent.codeVerifier, code.codeChallenge)) {
    throw refuse('code_verifier does not match the code_challenge.');
  }
};

export const redeemCode = async ({ db, log }: Services, sent: CodeRedemption): Promise<IssuedTokens> => {
  const codeHash = secretKindOf(sent.code) === 'authorizationCode' ? hashSecret(sent.code) : '';
  const code = await db.oAuthCode.findUnique({ where: { codeHash }, include: { grant: true } });
  if (!code) throw refuse('The code is not known.');
  const { grant } = code;
  if (!code.usedAt) requireBinding(code, sent);
  const resource = narrowResource(grant.resource, sent.resource);

  const tokens = await db.$transaction(async (tx) => {
    const live = await lockLiveGrant(tx, grant.id);
    const { count } = await tx.oAuthCode.updateMany({
      where: { codeHash, usedAt: null },
      data: { usedAt: new Date() },
    });
    if (count === 1) {
      if (!live) return null;
      return issueTokens(tx, { grantId: grant.id, accessResource: resource, grantResource: grant.resource });
    }
    // Twice the same code: whoever has it, the app or a thief, all that came of it ends (OAuth 2.1 section 4.1.3).
    await revokeGrants(tx, [grant.id]);
    log.warn('authorization_code_replayed', { grant_id: grant.id, client_id: sent.clientId });
    return null;
  });
  if (!tokens)
    throw refuse('The code was already used. Everything it gave was revoked; ask the person again.');
  return tokens;
};
