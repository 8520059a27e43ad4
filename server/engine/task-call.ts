// Writes the body of a call: the run's event, what its steps have given, and where it stands.
import type { Sql } from '../db/sql.ts';
import type { LeasedTask } from './lease-tasks.ts';

type StepEntry = [hash: string, done: boolean, memo: string | null];
type RunRow = { functionId: string; event: string; steps: StepEntry[] };

export type TaskCall = { functionId: string; stepId: string; body: (maxAttempts: number) => unknown };

/** Which execution model of the SDK: 2, where steps found together are planned together. */
const executionVersion = 2;

/** Null when the run has ended meanwhile. */
export const prepareCall = async (db: Sql, task: LeasedTask): Promise<TaskCall | null> => {
  const [run] = await db.query<RunRow>`
    SELECT function_id AS "functionId", event, coalesce((
      SELECT json_agg(json_build_array(hash, done, memo) ORDER BY place, hash)
      FROM engine_steps WHERE run_id = engine_runs.id), '[]') AS steps
    FROM engine_runs WHERE id = ${task.runId} AND status = 'running'`;
  if (!run) return null;
  const { steps } = run;
  const done = steps.filter(([, isDone]) => isDone);
  const stack = done.map(([hash]) => hash);
  const event = JSON.parse(run.event) as unknown;
  return {
    functionId: run.functionId,
    stepId: task.kind === 'step' ? task.step : 'step',
    body: (maxAttempts) => ({
      version: executionVersion,
      event,
      events: [event],
      steps: Object.fromEntries(done.map(([hash, , memo]) => [hash, JSON.parse(memo ?? 'null') as unknown])),
      ctx: {
        run_id: task.runId,
        step_id: task.kind === 'step' ? task.step : 'step',
        attempt: task.attempt,
        max_attempts: maxAttempts,
        // A step that is still open would otherwise look like the only new one, and run twice.
        disable_immediate_execution: done.length < steps.length,
        use_api: false,
        stack: { stack, current: stack.length },
      },
    }),
  };
};
