// Takes events into the inbox; one with an id that was seen within a day is taken once.
import { createHash, randomUUID } from 'node:crypto';
import type { Db, DbTransaction } from '../db/client.ts';
import type { EngineEvent, GivenEvent } from './engine-event.ts';
import { firstTime } from './first-time.ts';

export const putEvent = async (tx: DbTransaction, event: EngineEvent): Promise<void> => {
  await tx.$executeRaw`INSERT INTO engine_events (payload) VALUES (${JSON.stringify(event)})`;
};

/** The SDK sends a seed with every request and repeats it when it tries again: ids made of it are stable. */
const seededId = (seed: string | null, index: number): string =>
  seed === null ? randomUUID() : createHash('sha256').update(`${seed}:${index}`).digest('hex').slice(0, 32);

export const acceptEvents = async (
  db: Db,
  events: readonly GivenEvent[],
  seed: string | null,
): Promise<string[]> =>
  db.$transaction(async (tx) => {
    const ids: string[] = [];
    for (const [index, given] of events.entries()) {
      const id = given.id ? given.id : seededId(seed, index);
      ids.push(id);
      if (await firstTime(tx, 'event', id)) {
        await putEvent(tx, { ...given, id, data: given.data ?? {}, ts: given.ts ?? Date.now() });
      }
    }
    return ids;
  });
