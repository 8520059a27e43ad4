// Sends noted events and forgets them; what could not be sent stays for the sweep of `reap`.
import type { Prisma } from '../../db/generated/client.ts';
import type { JobEvent } from '../../queue/queue.ts';
import type { Services } from '../context.ts';

type OutboxServices = Pick<Services, 'db' | 'queue' | 'log'>;

const sweptAtOnce = 200;
/** Younger events are still in the hands of whoever wrote them. */
const sweepAfterMs = 5_000;

const send = async (services: OutboxServices, where: Prisma.OutboxEventWhereInput): Promise<number> => {
  const rows = await services.db.outboxEvent.findMany({
    where,
    orderBy: { createdAt: 'asc' },
    take: sweptAtOnce,
  });
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  try {
    await services.queue.send(
      // The rows were written by writeOutbox, which takes nothing but job events.
      rows.map(({ id, name, data }) => ({ id, name, data }) as unknown as JobEvent & { id: string }),
    );
  } catch (error) {
    await services.db.outboxEvent.updateMany({
      where: { id: { in: ids } },
      data: { attempts: { increment: 1 } },
    });
    throw error;
  }
  await services.db.outboxEvent.deleteMany({ where: { id: { in: ids } } });
  return rows.length;
};

export const sendOutbox = (services: OutboxServices, ids: readonly string[]): Promise<number> =>
  ids.length === 0 ? Promise.resolve(0) : send(services, { id: { in: [...ids] } });

/** For requests: the answer does not wait for the queue. */
export const sendOutboxSoon = (services: OutboxServices, ids: readonly string[]): void => {
  sendOutbox(services, ids).catch((error: unknown) => {
    services.log.warn('outbox_kept', { events: ids.length, error });
  });
};

export const sweepOutbox = (services: OutboxServices, now: Date): Promise<number> =>
  send(services, { createdAt: { lt: new Date(now.getTime() - sweepAfterMs) } });
