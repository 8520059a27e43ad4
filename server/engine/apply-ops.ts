// Writes the steps that a call has found or done.
import { randomUUID } from 'node:crypto';
import type { Sql } from '../db/sql.ts';
import { completeStep, continueRun } from './complete-step.ts';
import { momentOf } from './duration.ts';
import { endRun } from './end-run.ts';
import type { EngineEvent } from './engine-event.ts';
import type { EngineFunctions } from './function-config.ts';
import { matchKeyOfWait } from './match-key.ts';
import type { Op } from './read-answer.ts';
import { startRun } from './start-run.ts';

export type OpScope = {
  tx: Sql;
  runId: string;
  /** The one that started the run. */
  event: EngineEvent;
  functions: EngineFunctions;
  now: Date;
};

/** An operation that the engine cannot carry out fails its run with a sentence. */
export class OpRefused extends Error {}

const text = (op: Op, name: string): string | null => {
  const value = op.opts?.[name];
  return typeof value === 'string' ? value : null;
};

/** False when the step is known already: a discovery finds open steps again. */
const addStep = async (
  { tx, runId }: OpScope,
  op: Op,
  wait?: { eventName: string; expression: string | null; matchKey: string | null },
): Promise<boolean> => {
  const rows = await tx.query<unknown>`
    INSERT INTO engine_steps (run_id, hash, op, race, event_name, expression, match_key)
    VALUES (${runId}, ${op.id}, ${op.op}, ${text(op, 'parallelMode') === 'race'},
      ${wait?.eventName ?? null}, ${wait?.expression ?? null}, ${wait?.matchKey ?? null})
    ON CONFLICT (run_id, hash) DO NOTHING RETURNING hash`;
  return rows.length > 0;
};

const addTask = async (
  { tx, runId }: OpScope,
  kind: 'step' | 'wake',
  step: string,
  dueAt: Date | null,
): Promise<void> => {
  await tx.query`
    INSERT INTO engine_tasks (run_id, kind, step, due_at, limit_keys)
    SELECT id, ${kind}, ${step}, coalesce(${dueAt}::timestamptz, now()),
      CASE WHEN ${kind} = 'step' THEN limit_keys ELSE '{}' END
    FROM engine_runs WHERE id = ${runId}
    ON CONFLICT (run_id, kind, step) DO NOTHING`;
};

const dueOf = (scope: OpScope, op: Op, duration: string | null): Date => {
  const due = duration === null ? null : momentOf(duration, scope.now);
  if (!due) throw new OpRefused(`step ${op.id} waits for a time that cannot be read: ${duration}`);
  return due;
};

const waitForEvent = async (scope: OpScope, op: Op): Promise<void> => {
  const expression = text(op, 'if');
  const matchKey = matchKeyOfWait(expression, scope.event.data);
  const added = await addStep(scope, op, { eventName: op.name ?? '', expression, matchKey });
  if (added) await addTask(scope, 'wake', op.id, dueOf(scope, op, text(op, 'timeout')));
};

const invoke = async (scope: OpScope, op: Op): Promise<void> => {
  if (!(await addStep(scope, op))) return;
  const functionId = text(op, 'function_id') ?? '';
  const fn = scope.functions.get(functionId);
  if (!fn) {
    const error = { name: 'Error', message: `There is no function ${functionId} to invoke` };
    await completeStep(scope.tx, scope.runId, op.id, { error });
    return;
  }
  const payload = op.opts?.['payload'];
  const data = typeof payload === 'object' && payload !== null && 'data' in payload ? payload.data : null;
  const event = {
    id: randomUUID(),
    name: 'inngest/function.invoked',
    data: (data ?? {}) as Record<string, unknown>,
    ts: scope.now.getTime(),
  };
  await startRun(scope.tx, fn, event, { runId: scope.runId, step: op.id });
  const timeout = text(op, 'timeout');
  if (timeout !== null) await addTask(scope, 'wake', op.id, dueOf(scope, op, timeout));
};

const finishStep = async (scope: OpScope, op: Op): Promise<void> => {
  await addStep(scope, op);
  const memo = op.op === 'StepRun' ? { data: op.data ?? null } : { error: op.error ?? null };
  await completeStep(scope.tx, scope.runId, op.id, memo);
};

const applyOp = async (scope: OpScope, op: Op): Promise<void> => {
  switch (op.op) {
    case 'StepRun':
    case 'StepFailed':
    case 'StepError':
      return finishStep(scope, op);
    case 'StepPlanned':
      if (await addStep(scope, op)) await addTask(scope, 'step', op.id, null);
      return;
    case 'Sleep':
      if (await addStep(scope, op)) await addTask(scope, 'wake', op.id, dueOf(scope, op, op.name ?? null));
      return;
    case 'WaitForEvent':
      return waitForEvent(scope, op);
    case 'InvokeFunction':
      return invoke(scope, op);
    case 'RunComplete':
      return endRun(scope.tx, scope.runId, { status: 'completed', data: op.data });
    default:
      throw new OpRefused(`the embedded engine does not do ${op.op}; use Inngest itself`);
  }
};

/** The run is locked. */
export const applyOps = async (scope: OpScope, ops: readonly Op[]): Promise<void> => {
  for (const op of ops) await applyOp(scope, op);
  // All found steps may be known and done: without this, nothing would ask the run again.
  await continueRun(scope.tx, scope.runId, false);
};
