// Hands due tasks to one engine process at a time, within the concurrency limits of their functions.
import type { Sql, SqlPool } from '../db/sql.ts';

type TaskKind = 'discover' | 'step' | 'wake';
export type LeasedTask = { id: bigint; runId: string; kind: TaskKind; step: string; attempt: number };

/** Long enough for a stalled process to come back, short enough to take over from a dead one. */
export const leaseSeconds = 15;
const lookedAt = 500;

/**
 * A key may hold no more leases than the number it starts with. Claims of all processes pass one after another
 * (the lock), so that two of them cannot both take the last place.
 */
export const leaseTasks = (db: SqlPool, token: string, atMost: number): Promise<LeasedTask[]> =>
  db.transaction(async (tx) => {
    await tx.query`SELECT pg_advisory_xact_lock(hashtext('engine_lease'))`;
    return tx.query<LeasedTask>`
      WITH active AS (
        SELECT key, count(*) AS held FROM engine_tasks, unnest(limit_keys) AS key
        WHERE leased_until > now() GROUP BY key),
      due AS (
        SELECT id, due_at, limit_keys FROM engine_tasks
        WHERE due_at <= now() AND (leased_until IS NULL OR leased_until <= now())
          AND NOT (limit_keys && ARRAY(SELECT key FROM active WHERE held >= split_part(key, ':', 1)::int))
        ORDER BY due_at, id LIMIT ${lookedAt}),
      ranked AS (
        SELECT due.id, key, row_number() OVER (PARTITION BY key ORDER BY due.due_at, due.id) AS rank
        FROM due, unnest(due.limit_keys) AS key),
      blocked AS (
        SELECT DISTINCT ranked.id FROM ranked LEFT JOIN active USING (key)
        WHERE ranked.rank + coalesce(active.held, 0) > split_part(key, ':', 1)::int)
      UPDATE engine_tasks SET leased_until = now() + make_interval(secs => ${leaseSeconds}::int), lease_token = ${token}
      WHERE id IN (
        SELECT id FROM due WHERE id NOT IN (SELECT id FROM blocked) ORDER BY due_at, id LIMIT ${atMost}::int)
      RETURNING id, run_id AS "runId", kind, step, attempt`;
  });

export const renewLeases = async (db: Sql, token: string, ids: readonly bigint[]): Promise<void> => {
  await db.query`
    UPDATE engine_tasks SET leased_until = now() + make_interval(secs => ${leaseSeconds}::int)
    WHERE lease_token = ${token} AND id = ANY(${[...ids]}::bigint[])`;
};

/** On the way out: others need not wait for the leases to expire. */
export const releaseLeases = async (db: Sql, token: string): Promise<void> => {
  await db.query`
    UPDATE engine_tasks SET leased_until = NULL, lease_token = NULL WHERE lease_token = ${token}`;
};

export type Prospect = {
  /** Events lie in the inbox. */
  events: boolean;
  /** Milliseconds until the next task that nobody holds is due; null when there is none. */
  dueMs: number | null;
};

/** Asked at every turn, so it reads the ends of two indexes and nothing else. */
export const lookAhead = async (db: Sql): Promise<Prospect> => {
  const [prospect] = await db.query<Prospect>`
    SELECT EXISTS (SELECT 1 FROM engine_events) AS events,
      (extract(epoch FROM least(
        (SELECT min(due_at) FROM engine_tasks WHERE leased_until IS NULL),
        (SELECT min(leased_until) FROM engine_tasks)) - now()) * 1000)::float8 AS "dueMs"`;
  return prospect ?? { events: false, dueMs: null };
};
