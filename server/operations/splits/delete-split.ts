// Deletes a song: its rows and links at once, then its running work and files, again and again until that succeeded.
import type { DbTransaction } from '../../db/client.ts';
import type { Split } from '../../db/generated/client.ts';
import { hashSecret } from '../../domain/secrets.ts';
import { AppError } from '../app-error.ts';
import type { Context } from '../context.ts';
import { accountOf } from '../guard.ts';
import { runDeletions } from '../jobs/run-deletions.ts';
import { sendOutboxSoon } from '../jobs/send-outbox.ts';
import { tellRoomSoon } from '../jobs/tell-room.ts';
import { writeDeletions } from '../jobs/write-deletion.ts';
import { deletedEvent, dispatchEvent, writeOutbox } from '../jobs/write-outbox.ts';
import { completeBatch } from './end-batch-item.ts';
import { giveBackCharge } from './give-back-charge.ts';
import { lockAccount } from './reserve-split.ts';
import { doomedFiles } from './settle-split.ts';

/** Rows only; the caller has locked the account. A song that never ended costs nothing. */
export const deleteSplitRows = async (tx: DbTransaction, split: Split): Promise<string[]> => {
  const ended = split.status === 'done' || split.status === 'failed';
  if (!ended) await giveBackCharge(tx, split, 'song deleted before it was done');
  await tx.batchItem.updateMany({
    where: { splitId: split.id, status: { in: ['queued', 'processing'] } },
    data: { status: 'cancelled', reason: 'cancelled' },
  });
  if (split.batchId !== null) await completeBatch(tx, split.batchId, new Date());
  await tx.deadShare.createMany({ data: [{ shareHash: hashSecret(split.shareId) }], skipDuplicates: true });
  const deletionIds = await writeDeletions(tx, doomedFiles(split));
  await tx.agentTask.deleteMany({ where: { accountId: split.accountId, workId: split.id } });
  await tx.split.delete({ where: { id: split.id } });
  return deletionIds;
};

export const deleteSplit = async (
  ctx: Context,
  input: { splitId: string },
): Promise<{ id: string; deleted: true }> => {
  const accountId = accountOf(ctx);
  const { services } = ctx;
  const { deletionIds, outboxIds } = await services.db.$transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const split = await tx.split.findFirst({ where: { id: input.splitId, accountId } });
    if (!split) throw new AppError('not_found');
    const ids = await deleteSplitRows(tx, split);
    const events = [deletedEvent(split.id), dispatchEvent(accountId)];
    return { deletionIds: ids, outboxIds: await writeOutbox(tx, events) };
  });
  sendOutboxSoon(services, outboxIds);
  await runDeletions(services, deletionIds);
  tellRoomSoon(services);
  return { id: input.splitId, deleted: true };
};
