// Takes events into the inbox; one with an id that was seen within a day is taken once.
import { createHash, randomUUID } from 'node:crypto';
import type { Sql } from '../db/sql.ts';
import type { EngineEvent, GivenEvent } from './engine-event.ts';

export const putEvent = async (tx: Sql, event: EngineEvent): Promise<void> => {
  await tx.query`INSERT INTO engine_events (payload) VALUES (${JSON.stringify(event)})`;
};

/** The SDK sends a seed with every request and repeats it when it tries again: ids made of it are stable. */
const seededId = (seed: string | null, index: number): string =>
  seed === null ? randomUUID() : createHash('sha256').update(`${seed}:${index}`).digest('hex').slice(0, 32);

/** One statement: whoever sends waits for it, and many send at once. */
export const acceptEvents = async (
  db: Sql,
  events: readonly GivenEvent[],
  seed: string | null,
): Promise<string[]> => {
  const ids = events.map((given, index) => (given.id ? given.id : seededId(seed, index)));
  const payloads = new Map<string, string>();
  for (const [index, given] of events.entries()) {
    const id = ids[index] ?? '';
    const event: EngineEvent = { ...given, id, data: given.data ?? {}, ts: given.ts ?? Date.now() };
    if (!payloads.has(id)) payloads.set(id, JSON.stringify(event));
  }
  await db.query`
    WITH given AS (
      SELECT * FROM unnest(${[...payloads.keys()]}::text[], ${[...payloads.values()]}::text[])
        WITH ORDINALITY AS given (id, payload, place)),
    new AS (
      INSERT INTO engine_seen (scope, key) SELECT 'event', id FROM given ORDER BY id
      ON CONFLICT (scope, key) DO UPDATE SET seen_at = now()
        WHERE engine_seen.seen_at < now() - interval '24 hours'
      RETURNING key)
    INSERT INTO engine_events (payload) SELECT payload FROM given JOIN new ON new.key = given.id ORDER BY place`;
  return ids;
};
