// Follows a task: its form now, and again after every change, until it ends, waits for input, or time is up.
import { endStates, type TaskWire } from '../../contract/a2a.ts';
import { getBatch } from '../batches/get-batch.ts';
import type { Context } from '../context.ts';
import { getSplit } from '../splits/get-split.ts';
import { loadTask } from './get-task.ts';
import { presentTask } from './present-task.ts';
import type { TaskWork } from './task-rows.ts';

export const isSettled = ({ status }: TaskWire): boolean =>
  endStates.includes(status.state) || status.state === 'TASK_STATE_INPUT_REQUIRED';

const waitForChange = async (ctx: Context, work: TaskWork, waitSeconds: number): Promise<void> => {
  if (work.kind === 'split') await getSplit(ctx, { splitId: work.split.id, waitSeconds });
  else await getBatch(ctx, { batchId: work.batch.id, waitSeconds });
};

/** A deleted song sends no event; so long a follower may not hear of it. */
const longestStepSeconds = 5;

export async function* followTask(
  ctx: Context,
  input: { taskId: string; forSeconds: number; historyLength?: number | null | undefined },
): AsyncGenerator<TaskWire, void, undefined> {
  const deadline = Date.now() + input.forSeconds * 1000;
  let last = '';
  for (;;) {
    const loaded = await loadTask(ctx, input.taskId);
    const task = presentTask(loaded, ctx.services.env.SITE_URL, {
      artifacts: true,
      historyLength: input.historyLength,
    });
    const form = JSON.stringify([task.status, task.artifacts?.length, task.metadata]);
    if (form !== last) yield task;
    last = form;
    const left = (deadline - Date.now()) / 1000;
    if (isSettled(task) || !loaded.work || left <= 0 || ctx.signal?.aborted) return;
    await waitForChange(ctx, loaded.work, Math.min(left, longestStepSeconds));
  }
}
