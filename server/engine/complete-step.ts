// Gives a step its result and lets the run go on when nothing beside it is open.
import type { Sql } from '../db/sql.ts';
import type { EngineEvent } from './engine-event.ts';

/** Serialises what happens to one run. The event that started it, or null when it has ended. */
export const lockRun = async (tx: Sql, runId: string): Promise<EngineEvent | null> => {
  const [run] = await tx.query<{ event: string }>`
    SELECT event FROM engine_runs WHERE id = ${runId} AND status = 'running' FOR UPDATE`;
  return run ? (JSON.parse(run.event) as EngineEvent) : null;
};

/** A discovery that is being done already is done again afterwards. */
export const queueDiscovery = async (tx: Sql, runId: string): Promise<void> => {
  await tx.query`
    INSERT INTO engine_tasks (run_id, kind, step, limit_keys)
    SELECT id, 'discover', 'step', limit_keys FROM engine_runs WHERE id = ${runId} AND status = 'running'
    ON CONFLICT (run_id, kind, step)
      DO UPDATE SET again = engine_tasks.again OR engine_tasks.leased_until IS NOT NULL`;
};

/** Steps found together are continued together, except those that race. */
export const continueRun = async (tx: Sql, runId: string, race: boolean): Promise<void> => {
  if (!race) {
    const open = await tx.query<unknown>`
      SELECT 1 FROM engine_steps WHERE run_id = ${runId} AND NOT done AND NOT race LIMIT 1`;
    if (open.length > 0) return;
  }
  await queueDiscovery(tx, runId);
};

/** The run is locked. False when the step has its result already. */
export const completeStep = async (tx: Sql, runId: string, hash: string, memo: unknown): Promise<boolean> => {
  const rows = await tx.query<{ race: boolean }>`
    UPDATE engine_steps SET done = true, memo = ${JSON.stringify(memo ?? null)}, event_name = NULL,
      place = (SELECT count(*)::int FROM engine_steps WHERE run_id = ${runId} AND done)
    WHERE run_id = ${runId} AND hash = ${hash} AND NOT done
    RETURNING race`;
  const [step] = rows;
  if (!step) return false;
  await tx.query`
    DELETE FROM engine_tasks WHERE run_id = ${runId} AND step = ${hash} AND kind = 'wake'`;
  await continueRun(tx, runId, step.race);
  return true;
};
