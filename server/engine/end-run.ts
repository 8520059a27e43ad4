// Ends a run: its result, what waits for it, and the events that tell of it.
import { randomUUID } from 'node:crypto';
import type { Sql } from '../db/sql.ts';
import { putEvent } from './accept-events.ts';
import { completeStep, lockRun } from './complete-step.ts';

export type RunEnd =
  { status: 'completed'; data: unknown } | { status: 'failed'; error: unknown } | { status: 'cancelled' };

type EndedRun = { functionId: string; event: string; parentRun: string | null; parentStep: string | null };

const cancelledError = { name: 'Error', message: 'The function was cancelled' };

const errorOf = (end: RunEnd): unknown =>
  end.status === 'failed' ? end.error : end.status === 'cancelled' ? cancelledError : null;

const tell = async (tx: Sql, runId: string, run: EndedRun, end: RunEnd): Promise<void> => {
  const error = errorOf(end);
  const data = {
    function_id: run.functionId,
    run_id: runId,
    event: JSON.parse(run.event) as unknown,
    ...(end.status === 'completed' ? { result: end.data } : { error }),
  };
  const names = ['inngest/function.finished'];
  if (end.status !== 'completed') names.push(`inngest/function.${end.status}`);
  for (const name of names) await putEvent(tx, { id: randomUUID(), name, data, ts: Date.now() });
};

/** The run is locked. */
export const endRun = async (tx: Sql, runId: string, end: RunEnd): Promise<void> => {
  const output = end.status === 'completed' ? end.data : errorOf(end);
  const rows = await tx.query<EndedRun>`
    UPDATE engine_runs SET status = ${end.status}, output = ${JSON.stringify(output ?? null)}, ended_at = now()
    WHERE id = ${runId} AND status = 'running'
    RETURNING function_id AS "functionId", event, parent_run AS "parentRun", parent_step AS "parentStep"`;
  const [run] = rows;
  if (!run) return;
  await tx.query`DELETE FROM engine_tasks WHERE run_id = ${runId}`;
  await tx.query`
    UPDATE engine_steps SET event_name = NULL WHERE run_id = ${runId} AND event_name IS NOT NULL`;
  await tell(tx, runId, run, end);
  if (run.parentRun !== null && run.parentStep !== null && (await lockRun(tx, run.parentRun))) {
    const memo = end.status === 'completed' ? { data: end.data ?? null } : { error: errorOf(end) };
    await completeStep(tx, run.parentRun, run.parentStep, memo);
  }
};
