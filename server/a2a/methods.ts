// The methods of A2A 1.0: each parses its params, calls one operation and gives the result's form.
import { A2AError } from '../contract/a2a-error.ts';
import {
  getTaskParams,
  listTasksParams,
  type SendMessageParams,
  sendMessageParams,
  taskIdParams,
  type TaskWire,
} from '../contract/a2a.ts';
import { cancelTask } from '../operations/agent-tasks/cancel-task.ts';
import { followTask, isSettled } from '../operations/agent-tasks/follow-task.ts';
import { getTask } from '../operations/agent-tasks/get-task.ts';
import { listTasks } from '../operations/agent-tasks/list-tasks.ts';
import { sendMessage } from '../operations/agent-tasks/send-message.ts';
import type { Context } from '../operations/context.ts';
import { outputModes } from './agent-card.ts';
import { parseParams } from './rpc-answer.ts';
import { streamEvents, type StreamEvent } from './stream-events.ts';

/** Contract: SendMessage waits this long for an end. */
const blockingSeconds = 20;
const streamSeconds = 1800;

const accepts = (modes: readonly string[]): boolean =>
  modes.length === 0 ||
  modes.some((mode) => {
    const [type = '', subtype] = mode.toLowerCase().split(';')[0]?.trim().split('/') ?? [];
    return outputModes.some((ours) => {
      const [ourType, ourSubtype] = ours.split('/');
      return (type === '*' || type === ourType) && (subtype === '*' || subtype === ourSubtype);
    });
  });

const readSend = (params: unknown): SendMessageParams => {
  const sent = parseParams(sendMessageParams, params);
  if ((sent.configuration?.taskPushNotificationConfig ?? null) !== null) {
    throw new A2AError('PUSH_NOTIFICATION_NOT_SUPPORTED', 'Follow tasks with GetTask or streaming instead.');
  }
  if (!accepts(sent.configuration?.acceptedOutputModes ?? [])) {
    throw new A2AError('CONTENT_TYPE_NOT_SUPPORTED', `Artifacts are ${outputModes.join(', ')}.`);
  }
  return sent;
};

const send = async (ctx: Context, params: unknown): Promise<{ task: TaskWire }> => {
  const sent = readSend(params);
  const historyLength = sent.configuration?.historyLength;
  const taskId = await sendMessage(ctx, sent);
  let task = await getTask(ctx, { taskId, historyLength });
  if (sent.configuration?.returnImmediately || isSettled(task)) return { task };
  for await (const next of followTask(ctx, { taskId, forSeconds: blockingSeconds, historyLength }))
    task = next;
  return { task };
};

const noPush = (): Promise<never> =>
  Promise.reject(
    new A2AError('PUSH_NOTIFICATION_NOT_SUPPORTED', 'Follow tasks with GetTask or streaming instead.'),
  );

export const methods: Readonly<Record<string, (ctx: Context, params: unknown) => Promise<unknown>>> = {
  SendMessage: send,
  GetTask: (ctx, params) => {
    const { id, historyLength } = parseParams(getTaskParams, params);
    return getTask(ctx, { taskId: id, historyLength });
  },
  ListTasks: (ctx, params) => listTasks(ctx, parseParams(listTasksParams, params)),
  CancelTask: (ctx, params) => cancelTask(ctx, { taskId: parseParams(taskIdParams, params).id }),
  CreateTaskPushNotificationConfig: noPush,
  GetTaskPushNotificationConfig: noPush,
  ListTaskPushNotificationConfigs: noPush,
  DeleteTaskPushNotificationConfig: noPush,
  GetExtendedAgentCard: () =>
    Promise.reject(new A2AError('UNSUPPORTED_OPERATION', 'The public agent card is the whole card.')),
};

type StreamMethod = (ctx: Context, params: unknown) => Promise<AsyncGenerator<StreamEvent, void, undefined>>;

/** What can be refused is refused before the first byte of the stream. */
export const streamMethods: Readonly<Record<string, StreamMethod>> = {
  SendStreamingMessage: async (ctx, params) => {
    const sent = readSend(params);
    const taskId = await sendMessage(ctx, sent);
    const historyLength = sent.configuration?.historyLength;
    return streamEvents(followTask(ctx, { taskId, forSeconds: streamSeconds, historyLength }));
  },
  SubscribeToTask: async (ctx, params) => {
    const { id: taskId } = parseParams(taskIdParams, params);
    const task = await getTask(ctx, { taskId });
    if (isSettled(task) && task.status.state !== 'TASK_STATE_INPUT_REQUIRED') {
      throw new A2AError('UNSUPPORTED_OPERATION', 'The task has ended. Read it with GetTask.', { taskId });
    }
    return streamEvents(followTask(ctx, { taskId, forSeconds: streamSeconds }));
  },
};
