// A person disconnects an app: every grant it has for that resource ends, with all codes and tokens.
import { AppError } from '../app-error.ts';
import type { Context } from '../context.ts';
import { requirePerson } from '../guard.ts';
import { revokeGrants } from './revoke-grant.ts';

export const disconnectApp = async (
  ctx: Context,
  input: { id: string },
): Promise<{ id: string; deleted: true }> => {
  const { accountId } = requirePerson(ctx);
  const { db } = ctx.services;
  const shown = await db.oAuthGrant.findFirst({ where: { id: input.id, accountId } });
  if (!shown) throw new AppError('not_found', { message: 'No such app is connected.' });
  await db.$transaction(async (tx) => {
    const { clientId, resource } = shown;
    const grants = await tx.oAuthGrant.findMany({
      where: { accountId, clientId, resource, revokedAt: null },
      select: { id: true },
    });
    await revokeGrants(
      tx,
      grants.map(({ id }) => id),
    );
  });
  return { id: input.id, deleted: true };
};
