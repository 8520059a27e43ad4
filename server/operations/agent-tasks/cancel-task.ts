// Cancels a task: what waits is taken out of the line, what runs is stopped; nothing of it is charged.
import { A2AError } from '../../contract/a2a-error.ts';
import { endStates, type TaskWire } from '../../contract/a2a.ts';
import { cancelBatch } from '../batches/cancel-batch.ts';
import type { Context } from '../context.ts';
import { settleSplit } from '../splits/settle-split.ts';
import { getTask, loadTask } from './get-task.ts';
import type { OwnState } from './task-rows.ts';

const failure = { reason: 'cancelled', message: 'The song was cancelled. It was not charged.' } as const;

const stopSplit = (ctx: Context, splitId: string): Promise<boolean> =>
  settleSplit(ctx.services, { splitId, generation: null, failure });

export const cancelTask = async (ctx: Context, input: { taskId: string }): Promise<TaskWire> => {
  const { taskId } = input;
  const { state } = (await getTask(ctx, { taskId })).status;
  if (endStates.includes(state)) {
    throw new A2AError('TASK_NOT_CANCELABLE', 'The task has already ended.', { taskId });
  }
  const { work } = await loadTask(ctx, taskId);
  const canceled: OwnState = { kind: 'canceled' };
  await ctx.services.db.agentTask.update({ where: { id: taskId }, data: { state: canceled } });
  if (work?.kind === 'split') await stopSplit(ctx, work.split.id);
  if (work?.kind === 'batch') {
    const batch = await cancelBatch(ctx, { batchId: work.batch.id });
    for (const { status, split_id } of batch.items) {
      if (status === 'processing' && split_id !== null) await stopSplit(ctx, split_id);
    }
  }
  return getTask(ctx, { taskId });
};
