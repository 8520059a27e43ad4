// Makes one pair of tokens for a grant; only their hashes are kept.
import type { DbTransaction } from '../../db/client.ts';
import type { TokenResource } from '../../domain/oauth-resource.ts';
import { hashSecret, newSecret } from '../../domain/secrets.ts';

const accessTokenSeconds = 3600;
const refreshIdleDays = 90;

export type IssuedTokens = { accessToken: string; refreshToken: string; expiresIn: number };

type Wanted = { grantId: string; accessResource: TokenResource; grantResource: TokenResource };

export const issueTokens = async (tx: DbTransaction, wanted: Wanted): Promise<IssuedTokens> => {
  const now = Date.now();
  const { grantId } = wanted;
  const accessToken = newSecret('accessToken');
  const refreshToken = newSecret('refreshToken');
  await tx.oAuthToken.createMany({
    data: [
      {
        tokenHash: hashSecret(accessToken),
        grantId,
        kind: 'access',
        resource: wanted.accessResource,
        expiresAt: new Date(now + accessTokenSeconds * 1000),
      },
      {
        tokenHash: hashSecret(refreshToken),
        grantId,
        kind: 'refresh',
        resource: wanted.grantResource,
        expiresAt: new Date(now + refreshIdleDays * 86_400_000),
      },
    ],
  });
  return { accessToken, refreshToken, expiresIn: accessTokenSeconds };
};
