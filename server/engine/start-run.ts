// Starts a run of a function: the row, and the task of its first call.
import { randomUUID } from 'node:crypto';
import type { Sql } from '../db/sql.ts';
import type { EngineEvent } from './engine-event.ts';
import { keyOf } from './expression.ts';
import { firstTime } from './first-time.ts';
import type { EngineFunction } from './function-config.ts';

/** A limit's key carries its own number, so that claiming needs nothing but the task. */
const limitKeys = (fn: EngineFunction, event: EngineEvent): string[] =>
  fn.limits.map(({ limit, key }, index) =>
    [limit, fn.id, index, key === null ? '' : keyOf(key, { event })].join(':'),
  );

export type Parent = { runId: string; step: string };

export const startRun = async (
  tx: Sql,
  fn: EngineFunction,
  event: EngineEvent,
  parent: Parent | null = null,
): Promise<string | null> => {
  if (fn.idempotency !== null) {
    const first = await firstTime(tx, `run:${fn.id}`, keyOf(fn.idempotency, { event }));
    if (!first && parent === null) return null;
  }
  const runId = randomUUID();
  const keys = limitKeys(fn, event);
  // An event with a time to come starts its runs then. The database's clock decides what is due.
  const waitSeconds = Math.max(0, event.ts - Date.now()) / 1000;
  await tx.query`
    INSERT INTO engine_runs (id, function_id, event, parent_run, parent_step, limit_keys)
    VALUES (${runId}, ${fn.id}, ${JSON.stringify(event)}, ${parent?.runId ?? null}, ${parent?.step ?? null}, ${keys})`;
  await tx.query`
    INSERT INTO engine_tasks (run_id, kind, step, due_at, limit_keys)
    VALUES (${runId}, 'discover', 'step', now() + make_interval(secs => ${waitSeconds}), ${keys})`;
  return runId;
};
