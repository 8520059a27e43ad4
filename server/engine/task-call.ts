// Writes the body of a call: the run's event, what its steps have given, and where it stands.
import type { Db } from '../db/client.ts';
import type { LeasedTask } from './lease-tasks.ts';

type RunRow = { functionId: string; event: string };
type StepRow = { hash: string; done: boolean; memo: string | null; place: number | null };

export type TaskCall = { functionId: string; stepId: string; body: (maxAttempts: number) => unknown };

/** Which execution model of the SDK: 2, where steps found together are planned together. */
const executionVersion = 2;

/** Null when the run has ended meanwhile. */
export const prepareCall = async (db: Db, task: LeasedTask): Promise<TaskCall | null> => {
  const [runs, steps] = await db.$transaction([
    db.$queryRaw<RunRow[]>`
      SELECT function_id AS "functionId", event FROM engine_runs WHERE id = ${task.runId} AND status = 'running'`,
    db.$queryRaw<StepRow[]>`
      SELECT hash, done, memo, place FROM engine_steps WHERE run_id = ${task.runId} ORDER BY place, hash`,
  ]);
  const [run] = runs;
  if (!run) return null;
  const done = steps.filter((step) => step.done);
  const stack = done.map(({ hash }) => hash);
  const event = JSON.parse(run.event) as unknown;
  return {
    functionId: run.functionId,
    stepId: task.kind === 'step' ? task.step : 'step',
    body: (maxAttempts) => ({
      version: executionVersion,
      event,
      events: [event],
      steps: Object.fromEntries(done.map(({ hash, memo }) => [hash, JSON.parse(memo ?? 'null') as unknown])),
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
