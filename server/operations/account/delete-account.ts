// Deletes the signed-in person's account: rows, keys, apps, sessions and links at once, then every file.
import type { DbTransaction } from '../../db/client.ts';
import { hashSecret } from '../../domain/secrets.ts';
import { AppError } from '../app-error.ts';
import type { Context } from '../context.ts';
import { requirePerson } from '../guard.ts';
import { runDeletions } from '../jobs/run-deletions.ts';
import { sendOutboxSoon } from '../jobs/send-outbox.ts';
import { tellRoomSoon } from '../jobs/tell-room.ts';
import { doomedUpload, writeDeletions } from '../jobs/write-deletion.ts';
import { deletedEvent, writeOutbox } from '../jobs/write-outbox.ts';
import { deleteSplitRows } from '../splits/delete-split.ts';
import { lockAccount } from '../splits/reserve-split.ts';

/** Songs go in portions, each its own transaction, so that a library of thousands does not hold one lock for long. */
const portion = 200;

type Portion = { deletionIds: string[]; outboxIds: string[]; more: boolean };

/** The caller has locked the account and deleted its songs. */
const deleteRest = async (tx: DbTransaction, accountId: string): Promise<string[]> => {
  const setlists = await tx.setlist.findMany({ where: { accountId }, select: { shareId: true } });
  await tx.deadShare.createMany({
    data: setlists.map(({ shareId }) => ({ shareHash: hashSecret(shareId) })),
    skipDuplicates: true,
  });
  const uploads = await tx.upload.findMany({ where: { accountId } });
  const ids = await writeDeletions(tx, uploads.map(doomedUpload));
  await tx.outboxEvent.deleteMany({ where: { data: { path: ['account_id'], equals: accountId } } });
  await tx.account.delete({ where: { id: accountId } });
  return ids;
};

/** The last songs and the account go together: no song of a batch can begin between them. */
const deletePortion = async (ctx: Context, accountId: string): Promise<Portion> =>
  ctx.services.db.$transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const splits = await tx.split.findMany({ where: { accountId }, take: portion });
    const deletionIds: string[] = [];
    for (const split of splits) deletionIds.push(...(await deleteSplitRows(tx, split)));
    const running = splits.filter(({ status }) => status === 'processing');
    const more = splits.length === portion;
    if (!more) deletionIds.push(...(await deleteRest(tx, accountId)));
    const outboxIds = await writeOutbox(
      tx,
      running.map(({ id }) => deletedEvent(id)),
    );
    return { deletionIds, outboxIds, more };
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
  for (let more = true; more;) {
    const gone = await deletePortion(ctx, accountId);
    deletionIds.push(...gone.deletionIds);
    sendOutboxSoon(services, gone.outboxIds);
    ({ more } = gone);
  }
  await runDeletions(services, deletionIds);
  tellRoomSoon(services);
  return { deleted: true };
};
