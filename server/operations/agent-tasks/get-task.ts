// Reads one task of the account.
import { A2AError } from '../../contract/a2a-error.ts';
import type { TaskWire } from '../../contract/a2a.ts';
import type { Context } from '../context.ts';
import { presentTask } from './present-task.ts';
import { findTaskRow, type LoadedTask, loadTasks } from './task-rows.ts';

export const taskNotFound = (taskId: string): A2AError =>
  new A2AError('TASK_NOT_FOUND', 'There is no such task in this account.', { taskId });

export const loadTask = async (ctx: Context, taskId: string): Promise<LoadedTask> => {
  const row = await findTaskRow(ctx, taskId);
  const [task] = row ? await loadTasks(ctx, [row]) : [];
  if (!task) throw taskNotFound(taskId);
  return task;
};

export const getTask = async (
  ctx: Context,
  input: { taskId: string; historyLength?: number | null | undefined },
): Promise<TaskWire> =>
  presentTask(await loadTask(ctx, input.taskId), ctx.services.env.SITE_URL, {
    artifacts: true,
    historyLength: input.historyLength,
  });
