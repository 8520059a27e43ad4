// Takes an agent's message: a new task, or the answer a waiting task asked for. The same message is one task.
import { randomUUID } from 'node:crypto';
import { A2AError } from '../../contract/a2a-error.ts';
import type { Message, MessageWire, SendMessageParams } from '../../contract/a2a.ts';
import type { AgentTask, Prisma } from '../../db/generated/client.ts';
import { newId } from '../../domain/ids.ts';
import { type AskedSongs, songsOf } from '../../domain/message-songs.ts';
import type { Context } from '../context.ts';
import { accountOf } from '../guard.ts';
import { loadTask, taskNotFound } from './get-task.ts';
import { startWork } from './start-work.ts';
import { findTaskRow, type OwnState } from './task-rows.ts';

const findSent = async (ctx: Context, messageId: string): Promise<AgentTask | null> => {
  const accountId = accountOf(ctx);
  const { agentTask } = ctx.services.db;
  const opened = await agentTask.findUnique({ where: { accountId_messageId: { accountId, messageId } } });
  if (opened) return opened;
  return agentTask.findFirst({ where: { accountId, history: { array_contains: [{ messageId }] } } });
};

const keptMessage = (message: Message, taskId: string, contextId: string): MessageWire => ({
  messageId: message.messageId,
  contextId,
  taskId,
  role: 'ROLE_USER',
  parts: message.parts,
  ...(message.metadata ? { metadata: message.metadata } : {}),
});

const inputRequired: OwnState = { kind: 'input_required' };

const openTask = async (ctx: Context, message: Message, asked: AskedSongs): Promise<string> => {
  const accountId = accountOf(ctx);
  const contextId = message.contextId ?? `ctx_${randomUUID()}`;
  const started =
    asked.songs.length === 0
      ? { refused: inputRequired }
      : await startWork(ctx, asked, `message:${message.messageId}`);
  const workId = 'workId' in started ? started.workId : null;
  const taskId = workId ?? newId('task');
  const state = 'refused' in started ? started.refused : undefined;
  // A twin of this message may have been quicker: then its task is the one.
  await ctx.services.db.agentTask.createMany({
    data: [
      {
        id: taskId,
        accountId,
        contextId,
        messageId: message.messageId,
        workId,
        ...(state ? { state } : {}),
        history: [keptMessage(message, taskId, contextId)] as Prisma.InputJsonArray,
      },
    ],
    skipDuplicates: true,
  });
  return (await findSent(ctx, message.messageId))?.id ?? taskId;
};

const continueTask = async (ctx: Context, message: Message, asked: AskedSongs): Promise<string> => {
  const taskId = message.taskId ?? '';
  const row = await findTaskRow(ctx, taskId);
  if (!row) throw taskNotFound(taskId);
  if (message.contextId !== undefined && message.contextId !== row.contextId) {
    throw new A2AError('INVALID_PARAMS', 'contextId is not the one of this task.', { taskId });
  }
  const { state } = await loadTask(ctx, taskId);
  if (state?.kind !== 'input_required') {
    throw new A2AError(
      'UNSUPPORTED_OPERATION',
      'This task waits for no input. Send a message without taskId.',
      {
        taskId,
      },
    );
  }
  const started = asked.songs.length === 0 ? null : await startWork(ctx, asked, `task:${taskId}`);
  const kept = JSON.stringify([keptMessage(message, taskId, row.contextId)]);
  const workId = started && 'workId' in started ? started.workId : null;
  const next = started
    ? 'refused' in started
      ? JSON.stringify(started.refused)
      : null
    : JSON.stringify(state);
  await ctx.services.db.$executeRaw`
    UPDATE agent_tasks SET history = history || ${kept}::jsonb, work_id = ${workId}, state = ${next}::jsonb
    WHERE id = ${taskId} AND work_id IS NULL`;
  return taskId;
};

/** Returns the task's id. Everything that can be refused is refused before anything is queued. */
export const sendMessage = async (ctx: Context, params: SendMessageParams): Promise<string> => {
  const { message } = params;
  const known = await findSent(ctx, message.messageId);
  if (known) return known.id;
  const asked = songsOf(message, params.metadata);
  return message.taskId === undefined ? openTask(ctx, message, asked) : continueTask(ctx, message, asked);
};
