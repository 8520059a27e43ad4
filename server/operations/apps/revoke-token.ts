// RFC 7009: an access token ends alone, a refresh token ends its grant; what is not the client's own is left alone.
import { hashSecret, secretKindOf } from '../../domain/secrets.ts';
import type { Services } from '../context.ts';
import { revokeGrants } from './revoke-grant.ts';

export const revokeToken = async (
  { db }: Services,
  sent: { clientId: string; token: string },
): Promise<void> => {
  const kind = secretKindOf(sent.token);
  if (kind !== 'accessToken' && kind !== 'refreshToken') return;
  const tokenHash = hashSecret(sent.token);
  const token = await db.oAuthToken.findUnique({ where: { tokenHash }, include: { grant: true } });
  if (!token || token.grant.clientId !== sent.clientId) return;
  if (token.kind === 'refresh') {
    await db.$transaction((tx) => revokeGrants(tx, [token.grantId]));
    return;
  }
  await db.oAuthToken.updateMany({ where: { tokenHash, revokedAt: null }, data: { revokedAt: new Date() } });
};
