// Ends a leased task in one transaction: removes it and does what its outcome says, or puts it back for later.
import type { Sql, SqlPool } from '../db/sql.ts';
import { applyOps, OpRefused } from './apply-ops.ts';
import { backoffMs } from './backoff.ts';
import { completeStep, lockRun, queueDiscovery } from './complete-step.ts';
import { endRun } from './end-run.ts';
import type { EngineEvent } from './engine-event.ts';
import type { EngineFunctions } from './function-config.ts';
import { keepGoing } from './keep-going.ts';
import type { LeasedTask } from './lease-tasks.ts';
import type { Op, Outcome } from './read-answer.ts';

export type Settling = {
  db: SqlPool;
  functions: EngineFunctions;
  token: string;
  /** False once the engine is asked to stop. */
  mayContinue: () => boolean;
};

/** Null when the lease was lost: whoever holds it now settles the task. */
const takeTask = async (tx: Sql, task: LeasedTask, token: string): Promise<{ again: boolean } | null> => {
  const rows = await tx.query<{ again: boolean }>`
    DELETE FROM engine_tasks WHERE id = ${task.id} AND lease_token = ${token} RETURNING again`;
  return rows[0] ?? null;
};

export const postpone = async (
  { db, token }: Settling,
  task: LeasedTask,
  { waitMs, attempt }: { waitMs: number; attempt: number },
): Promise<void> => {
  await db.query`
    UPDATE engine_tasks SET attempt = ${attempt}, leased_until = NULL, lease_token = NULL,
      due_at = now() + make_interval(secs => ${waitMs / 1000})
    WHERE id = ${task.id} AND lease_token = ${token}`;
};

const waitOf = (task: LeasedTask, retryAt: Date | null): number =>
  retryAt === null ? backoffMs(task.attempt) : Math.max(0, retryAt.getTime() - Date.now());

const firstError = (ops: readonly Op[]): Op | undefined => ops.find(({ op }) => op === 'StepError');

/** A step of its own that failed for good gives its error to the run, which may catch it. */
const failTask = async (tx: Sql, task: LeasedTask, error: unknown): Promise<void> => {
  if (task.kind === 'step') await completeStep(tx, task.runId, task.step, { error });
  else await endRun(tx, task.runId, { status: 'failed', error });
};

type Locked = { tx: Sql; event: EngineEvent };

const settle = async (
  { tx, event }: Locked,
  { functions }: Settling,
  task: LeasedTask,
  outcome: Outcome,
): Promise<void> => {
  switch (outcome.kind) {
    case 'completed':
      return endRun(tx, task.runId, { status: 'completed', data: outcome.data });
    case 'ops':
      return applyOps({ tx, runId: task.runId, event, functions, now: new Date() }, outcome.ops);
    case 'retry':
    case 'failed':
      return failTask(tx, task, outcome.error);
  }
};

const inTransaction = async (settling: Settling, task: LeasedTask, outcome: Outcome): Promise<void> => {
  await settling.db.transaction(async (tx) => {
    // Always the run first and its tasks second, so that two transactions never wait for each other.
    const event = await lockRun(tx, task.runId);
    if (!event) return;
    const taken = await takeTask(tx, task, settling.token);
    if (!taken) return;
    await settle({ tx, event }, settling, task, outcome);
    if (taken.again) await queueDiscovery(tx, task.runId);
  });
};

/** True when the task is the caller's still: the run goes on with its next step at once. */
export const settleTask = async (
  settling: Settling,
  task: LeasedTask,
  outcome: Outcome,
  maxAttempts: number,
): Promise<boolean> => {
  const mayRetry = task.attempt + 1 < maxAttempts;
  const again = outcome.kind === 'retry' || (outcome.kind === 'ops' && firstError(outcome.ops));
  if (again && mayRetry) {
    const retryAt = outcome.kind === 'retry' || outcome.kind === 'ops' ? outcome.retryAt : null;
    await postpone(settling, task, { waitMs: waitOf(task, retryAt), attempt: task.attempt + 1 });
    return false;
  }
  if (await keepGoing(settling, task, outcome)) return true;
  try {
    await inTransaction(settling, task, outcome);
  } catch (error) {
    if (!(error instanceof OpRefused)) throw error;
    await inTransaction(settling, task, {
      kind: 'failed',
      error: { name: 'Error', message: error.message },
    });
  }
  return false;
};

/** What a wait that ran out gives to its step: nothing to a sleep or an event, an error to an invocation. */
const timedOut = (op: string): unknown =>
  op === 'InvokeFunction'
    ? { error: { name: 'Error', message: 'Timed out waiting for the invoked function' } }
    : null;

export const wakeStep = async ({ db, token }: Settling, task: LeasedTask): Promise<void> => {
  await db.transaction(async (tx) => {
    if (!(await lockRun(tx, task.runId)) || !(await takeTask(tx, task, token))) return;
    const rows = await tx.query<{ op: string }>`
      SELECT op FROM engine_steps WHERE run_id = ${task.runId} AND hash = ${task.step}`;
    await completeStep(tx, task.runId, task.step, timedOut(rows[0]?.op ?? ''));
  });
};
