// Starts a song's work anew after its worker or its run was lost, a few times; then gives up.
import type { DbTransaction } from '../../db/client.ts';
import type { Services } from '../context.ts';
import { sendOutboxSoon } from '../jobs/send-outbox.ts';
import { tellRoomSoon } from '../jobs/tell-room.ts';
import { startEvent, writeOutbox } from '../jobs/write-outbox.ts';
import type { SplitWork } from './split-work.ts';
import { afterSettling, failSplit, lockRunningSplit, type Settled } from './settle-split.ts';

/** How often a song's work is started at most. */
const generationsMax = 3;

const requeue = async (
  tx: DbTransaction,
  work: SplitWork,
): Promise<{ failed: Settled } | { outboxIds: string[] } | null> => {
  const split = await lockRunningSplit(tx, work.splitId, work.generation);
  if (!split) return null;
  if (split.generation >= generationsMax) {
    return { failed: await failSplit(tx, split, { reason: 'interrupted', message: null }) };
  }
  const next = await tx.split.update({
    where: { id: split.id },
    data: { generation: { increment: 1 }, workerUrl: null, reportSequence: 0, heartbeatAt: new Date() },
  });
  return { outboxIds: await writeOutbox(tx, [startEvent(next)]) };
};

export const requeueSplit = async (services: Services, work: SplitWork & { why: string }): Promise<void> => {
  const { splitId, generation, why } = work;
  const before = await services.db.split.findUnique({
    where: { id: splitId },
    select: { workerUrl: true, generation: true },
  });
  if (before?.generation !== generation) return;
  // First, because afterwards the same worker may already have the new generation under the same name.
  if (before.workerUrl !== null) {
    await services.workers.cancel(before.workerUrl, splitId).catch((error: unknown) => {
      services.log.info('lost_worker_not_told', { splitId, error });
    });
  }
  const result = await services.db.$transaction((tx) => requeue(tx, work));
  if (!result) return;
  services.log.warn('split_started_anew', { splitId, generation, why, gaveUp: 'failed' in result });
  if ('failed' in result) afterSettling(services, result.failed);
  else {
    sendOutboxSoon(services, result.outboxIds);
    tellRoomSoon(services);
  }
};
