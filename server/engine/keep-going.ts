// The short way of most calls: one step was done and nothing else is open, so its run goes on under the same lease.
import type { Sql } from '../db/sql.ts';
import { type LeasedTask, leaseSeconds } from './lease-tasks.ts';
import type { Outcome } from './read-answer.ts';

type Going = { db: Sql; token: string; mayContinue: () => boolean };

/** False when the long way must be taken; then nothing was written. */
export const keepGoing = async (
  { db, token, mayContinue }: Going,
  task: LeasedTask,
  outcome: Outcome,
): Promise<boolean> => {
  if (task.kind !== 'discover' || outcome.kind !== 'ops' || outcome.ops.length !== 1) return false;
  const [op] = outcome.ops;
  if (op?.op !== 'StepRun' || op.opts?.['parallelMode'] !== undefined || !mayContinue()) return false;
  // The run is locked before its task is changed, as everywhere.
  const steps = await db.query<unknown>`
    WITH run AS (
      SELECT id FROM engine_runs WHERE id = ${task.runId} AND status = 'running' FOR UPDATE),
    task AS (
      UPDATE engine_tasks SET attempt = 0, again = false,
        leased_until = now() + make_interval(secs => ${leaseSeconds}::int)
      FROM run WHERE engine_tasks.id = ${task.id} AND lease_token = ${token}
        AND NOT EXISTS (
          SELECT 1 FROM engine_steps WHERE run_id = ${task.runId} AND (NOT done OR hash = ${op.id}))
      RETURNING engine_tasks.run_id)
    INSERT INTO engine_steps (run_id, hash, op, done, memo, place)
    SELECT run_id, ${op.id}, ${op.op}, true, ${JSON.stringify({ data: op.data ?? null })},
      (SELECT count(*)::int FROM engine_steps WHERE run_id = ${task.runId})
    FROM task RETURNING hash`;
  return steps.length > 0;
};
