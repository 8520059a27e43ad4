// Ends grants with their whole family of codes and tokens.
import type { DbTransaction } from '../../db/client.ts';

export const revokeGrants = async (tx: DbTransaction, grantIds: readonly string[]): Promise<void> => {
  const revokedAt = new Date();
  const ids = [...grantIds];
  await tx.oAuthGrant.updateMany({ where: { id: { in: ids }, revokedAt: null }, data: { revokedAt } });
  await tx.oAuthToken.updateMany({ where: { grantId: { in: ids }, revokedAt: null }, data: { revokedAt } });
};

/** Serialises everything that makes or ends tokens of one grant; false once it is revoked. */
export const lockLiveGrant = async (tx: DbTransaction, grantId: string): Promise<boolean> => {
  const rows = await tx.$queryRaw<{ live: boolean }[]>`
    SELECT revoked_at IS NULL AS live FROM oauth_grants WHERE id = ${grantId} FOR UPDATE`;
  return rows[0]?.live ?? false;
};
