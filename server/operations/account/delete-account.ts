// Deletes the signed-in person's account: rows, keys, apps, sessions and links at once, then every file.
import { AppError } from '../app-error.ts';
import type { Context } from '../context.ts';
import { requirePerson } from '../guard.ts';
import { runDeletions } from '../jobs/run-deletions.ts';
import { writeDeletions } from '../jobs/write-deletion.ts';
import { deleteSplitRows } from '../splits/delete-split.ts';
import { lockAccount } from '../splits/reserve-split.ts';
import { uploadPrefix } from '../../storage/keys.ts';

/** Songs go in portions, each its own transaction, so that a library of thousands does not hold one lock for long. */
const portion = 200;

const deletePortion = async (ctx: Context, accountId: string): Promise<{ ids: string[]; more: boolean }> =>
  ctx.services.db.$transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const splits = await tx.split.findMany({ where: { accountId }, take: portion });
    const ids: string[] = [];
    for (const split of splits) ids.push(...(await deleteSplitRows(tx, split)));
    return { ids, more: splits.length === portion };
  });

export const deleteAccount = async (ctx: Context, input: { email: string }): Promise<{ deleted: true }> => {
  const { accountId } = requirePerson(ctx);
  const { services } = ctx;
  const { db } = services;
  const account = await db.account.findUnique({ where: { id: accountId } });
  if (!account || account.email !== input.email.trim().toLowerCase()) {
    throw new AppError('conflict', { message: 'Type the e-mail address of this account to delete it.' });
  }
  // From here on no credential of the account works, so nothing new can come in behind the deletion.
  await db.$transaction([
    db.apiKey.deleteMany({ where: { accountId } }),
    db.oAuthGrant.deleteMany({ where: { accountId } }),
    db.session.deleteMany({ where: { accountId } }),
    db.signInLink.deleteMany({ where: { identifier: account.email } }),
  ]);
  const deletionIds: string[] = [];
  for (;;) {
    const { ids, more } = await deletePortion(ctx, accountId);
    deletionIds.push(...ids);
    if (!more) break;
  }
  const last = await db.$transaction(async (tx) => {
    const uploads = await tx.upload.findMany({ where: { accountId }, select: { id: true } });
    const ids = await writeDeletions(
      tx,
      uploads.map(({ id }) => ({ prefix: uploadPrefix(id) })),
    );
    await tx.account.delete({ where: { id: accountId } });
    return ids;
  });
  await runDeletions(services, [...deletionIds, ...last]);
  return { deleted: true };
};
