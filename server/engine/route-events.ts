// Takes events out of the inbox and does what they are for: cancels, wakes and starts runs.
import type { Sql, SqlPool } from '../db/sql.ts';
import { completeStep, lockRun } from './complete-step.ts';
import { endRun } from './end-run.ts';
import type { EngineEvent } from './engine-event.ts';
import { matches } from './expression.ts';
import type { EngineFunctions } from './function-config.ts';
import { matchKeysOfEvent } from './match-key.ts';
import { startRun } from './start-run.ts';

const routedAtOnce = 20;

const parseEvent = (payload: string): EngineEvent => JSON.parse(payload) as EngineEvent;

const cancelRuns = async (tx: Sql, functions: EngineFunctions, event: EngineEvent): Promise<void> => {
  for (const fn of functions.values()) {
    for (const cancel of fn.cancels.filter((entry) => entry.event === event.name)) {
      const runs = await tx.query<{ id: string; event: string; ageMs: number }>`
        SELECT id, event, (extract(epoch FROM now() - created_at) * 1000)::float8 AS "ageMs"
        FROM engine_runs WHERE function_id = ${fn.id} AND status = 'running'`;
      for (const run of runs) {
        if (cancel.withinMs !== null && run.ageMs > cancel.withinMs) continue;
        if (!matches(cancel.expression, { event: parseEvent(run.event), async: event })) continue;
        if (await lockRun(tx, run.id)) await endRun(tx, run.id, { status: 'cancelled' });
      }
    }
  }
};

type Wait = { runId: string; hash: string; expression: string | null; event: string };

const wakeWaits = async (tx: Sql, event: EngineEvent): Promise<void> => {
  const waits = await tx.query<Wait>`
    SELECT s.run_id AS "runId", s.hash, s.expression, r.event
    FROM engine_steps s JOIN engine_runs r ON r.id = s.run_id
    WHERE s.event_name = ${event.name} AND NOT s.done
      AND (s.match_key IS NULL OR s.match_key = ANY(${matchKeysOfEvent(event.data)}::text[]))
    ORDER BY s.run_id, s.hash`;
  for (const wait of waits) {
    if (!matches(wait.expression, { event: parseEvent(wait.event), async: event })) continue;
    if (await lockRun(tx, wait.runId)) await completeStep(tx, wait.runId, wait.hash, event);
  }
};

const startRuns = async (tx: Sql, functions: EngineFunctions, event: EngineEvent): Promise<void> => {
  for (const fn of functions.values()) {
    const wanted = fn.events.some(
      ({ name, expression }) => name === event.name && matches(expression, { event }),
    );
    if (wanted) await startRun(tx, fn, event);
  }
};

/** How many events it routed. Several processes may route at once: each takes other rows. */
export const routeEvents = (db: SqlPool, functions: EngineFunctions): Promise<number> =>
  db.transaction(async (tx) => {
    const rows = await tx.query<{ id: bigint; payload: string }>`
      DELETE FROM engine_events WHERE id IN (
        SELECT id FROM engine_events ORDER BY id LIMIT ${routedAtOnce} FOR UPDATE SKIP LOCKED)
      RETURNING id, payload`;
    rows.sort((a, b) => (a.id < b.id ? -1 : 1));
    for (const { payload } of rows) {
      const event = parseEvent(payload);
      await cancelRuns(tx, functions, event);
      await wakeWaits(tx, event);
      await startRuns(tx, functions, event);
    }
    return rows.length;
  });
