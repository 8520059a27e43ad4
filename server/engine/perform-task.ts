// Does one leased task: calls the app, or ends a wait, and settles the task with what came of it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { type AppAddress, AppAway, callFunction } from './call-app.ts';
import type { EngineFunction } from './function-config.ts';
import type { LeasedTask } from './lease-tasks.ts';
import { type Outcome, readAnswer } from './read-answer.ts';
import { postpone, settleTask, type Settling, wakeStep } from './settle-task.ts';
import { prepareCall, type TaskCall } from './task-call.ts';

export type Performing = Settling & { app: AppAddress; log: Log; callTimeoutMs: number };

const appAwayMs = 1000;
const databaseTries = 8;
const databaseWaitMs = 100;

/** What was done must not be done again because the database was away for a moment. */
const withDatabase = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === databaseTries) throw error;
      await sleep(databaseWaitMs * 2 ** (tries - 1) * (0.5 + Math.random()));
    }
  }
};

const callApp = async (
  performing: Performing,
  call: TaskCall,
  fn: EngineFunction | undefined,
): Promise<Outcome | 'away'> => {
  if (!fn) {
    return {
      kind: 'failed',
      error: { name: 'Error', message: `The app no longer has ${call.functionId}` },
    };
  }
  try {
    const answer = await callFunction(performing.app, {
      functionId: call.functionId,
      stepId: call.stepId,
      body: call.body(fn.maxAttempts),
      timeoutMs: performing.callTimeoutMs,
    });
    return readAnswer(answer);
  } catch (error) {
    if (error instanceof AppAway) return 'away';
    const message = error instanceof Error ? error.message : String(error);
    return { kind: 'retry', error: { name: 'EngineCallError', message }, retryAt: null };
  }
};

const report = (performing: Performing, task: LeasedTask, call: TaskCall, outcome: Outcome): void => {
  if (outcome.kind !== 'retry' && outcome.kind !== 'failed') return;
  performing.log.warn('engine_call_failed', {
    function: call.functionId,
    runId: task.runId,
    attempt: task.attempt,
    outcome: outcome.kind,
    error: outcome.error,
  });
};

/** True when the run goes on at once with its next step. */
const performCall = async (performing: Performing, task: LeasedTask): Promise<boolean> => {
  const call = await withDatabase(() => prepareCall(performing.db, task));
  // The run was cancelled between the lease and now; its tasks went with it.
  if (!call) return false;
  const fn = performing.functions.get(call.functionId);
  const outcome = await callApp(performing, call, fn);
  if (outcome === 'away') {
    // Nobody was there to do anything, so the attempt does not count.
    const waitMs = appAwayMs * (0.5 + Math.random());
    await withDatabase(() => postpone(performing, task, { waitMs, attempt: task.attempt }));
    return false;
  }
  report(performing, task, call, outcome);
  return withDatabase(() => settleTask(performing, task, outcome, fn?.maxAttempts ?? 1));
};

export const performTask = async (performing: Performing, task: LeasedTask): Promise<void> => {
  if (task.kind === 'wake') return withDatabase(() => wakeStep(performing, task));
  let next = task;
  while (await performCall(performing, next)) next = { ...task, attempt: 0 };
};
