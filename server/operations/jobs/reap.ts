// Once a minute: everything that was lost is found again, everything that is over is forgotten.
import type { Services } from '../context.ts';
import { reapIdle } from './reap-idle.ts';
import { reapSilent } from './reap-silent.ts';
import { sweepDeletions } from './run-deletions.ts';
import { sweepOutbox } from './send-outbox.ts';
import { sweepRows } from './sweep-rows.ts';
import { sweepUploads } from './sweep-uploads.ts';
import { tellRoom } from './tell-room.ts';

const completeBatches = async ({ db }: Services, now: Date): Promise<number> => {
  const { count } = await db.batch.updateMany({
    where: { completedAt: null, items: { none: { status: { in: ['queued', 'processing'] } } } },
    data: { completedAt: now },
  });
  return count;
};

/** One part that fails does not keep the others from being done. */
export const reap = async (services: Services, now: Date = new Date()): Promise<Record<string, number>> => {
  const parts: Record<string, () => Promise<number>> = {
    events: () => sweepOutbox(services, now),
    silent: () => reapSilent(services, now),
    idle: () => reapIdle(services),
    room: () => tellRoom(services),
    deletions: () => sweepDeletions(services, now),
    uploads: () => sweepUploads(services, now),
    batches: () => completeBatches(services, now),
    rows: () => sweepRows(services, now).then(() => 0),
  };
  const done: Record<string, number> = {};
  for (const [name, part] of Object.entries(parts)) {
    try {
      done[name] = await part();
    } catch (error) {
      services.log.error('reap_part_failed', { part: name, error });
    }
  }
  return done;
};
