// Ends a song that failed: the reason, its charge back, its batch, its files; once, whoever asks.
import type { FailureReason } from '../../contract/failure-reasons.ts';
import type { DbTransaction } from '../../db/client.ts';
import type { Split } from '../../db/generated/client.ts';
import { splitPrefix } from '../../storage/keys.ts';
import type { Services } from '../context.ts';
import { runDeletionsSoon } from '../jobs/run-deletions.ts';
import { sendOutboxSoon } from '../jobs/send-outbox.ts';
import { tellRoomSoon } from '../jobs/tell-room.ts';
import { type Doomed, writeDeletions } from '../jobs/write-deletion.ts';
import { dispatchEvent, settledEvent, writeOutbox } from '../jobs/write-outbox.ts';
import { endBatchItem } from './end-batch-item.ts';
import { giveBackCharge } from './give-back-charge.ts';
import { lockAccount } from './reserve-split.ts';

export type Failure = {
  reason: FailureReason;
  /** Replaces the reason's own sentence. */ message: string | null;
};

export type Settled = { outboxIds: string[]; deletionIds: string[] };

/** The source may lie outside the song's folder: an upload's file stays where it was sent. */
export const doomedFiles = (split: Split): Doomed[] => {
  const own = splitPrefix(split.id);
  const files: Doomed[] = [
    { prefix: own, workerUrl: split.workerUrl, jobId: split.workerUrl === null ? null : split.id },
  ];
  if (split.sourceKey !== null && !split.sourceKey.startsWith(own)) files.push({ prefix: split.sourceKey });
  return files;
};

/** The caller has locked the account and read the split after that. */
export const failSplit = async (tx: DbTransaction, split: Split, failure: Failure): Promise<Settled> => {
  const now = new Date();
  const { reason, message } = failure;
  await tx.split.update({
    where: { id: split.id },
    data: { status: 'failed', reason, message, completedAt: now, etaSeconds: null },
  });
  await tx.splitEvent.create({ data: { splitId: split.id, status: 'failed', progress: split.progress } });
  await giveBackCharge(tx, split, `song failed: ${reason}`);
  await endBatchItem(tx, split, { status: 'failed', reason, message }, now);
  return {
    deletionIds: await writeDeletions(tx, doomedFiles(split)),
    outboxIds: await writeOutbox(tx, [settledEvent(split), dispatchEvent(split.accountId)]),
  };
};

/** What follows a settlement outside the transaction; both are swept when this process dies now. */
export const afterSettling = (services: Services, settled: Settled): void => {
  sendOutboxSoon(services, settled.outboxIds);
  // A worker that still has the job is told to drop it first: only then has it room.
  runDeletionsSoon(services, settled.deletionIds, () => tellRoomSoon(services));
};

/** Null when the song is over already, deleted, or in another generation than the caller speaks of. */
export const lockRunningSplit = async (
  tx: DbTransaction,
  splitId: string,
  generation: number | null,
): Promise<Split | null> => {
  const known = await tx.split.findUnique({ where: { id: splitId }, select: { accountId: true } });
  if (!known || !(await lockAccount(tx, known.accountId))) return null;
  const split = await tx.split.findUnique({ where: { id: splitId } });
  if (!split || (split.status !== 'queued' && split.status !== 'processing')) return null;
  if (generation !== null && split.generation !== generation) return null;
  return split;
};

export const settleSplit = async (
  services: Services,
  input: { splitId: string; generation: number | null; failure: Failure },
): Promise<boolean> => {
  const settled = await services.db.$transaction(async (tx) => {
    const split = await lockRunningSplit(tx, input.splitId, input.generation);
    return split ? failSplit(tx, split, input.failure) : null;
  });
  if (!settled) return false;
  services.log.info('split_failed', { splitId: input.splitId, reason: input.failure.reason });
  afterSettling(services, settled);
  return true;
};
