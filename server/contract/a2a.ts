// The wire shapes of A2A 1.0 that the agent endpoint reads and writes (ProtoJSON in camelCase).
import { z } from 'zod';
import { limits } from './limits.ts';

const taskStates = [
  'TASK_STATE_SUBMITTED',
  'TASK_STATE_WORKING',
  'TASK_STATE_COMPLETED',
  'TASK_STATE_FAILED',
  'TASK_STATE_CANCELED',
  'TASK_STATE_INPUT_REQUIRED',
  'TASK_STATE_REJECTED',
  'TASK_STATE_AUTH_REQUIRED',
] as const;
export type TaskState = (typeof taskStates)[number];

export const endStates: readonly TaskState[] = [
  'TASK_STATE_COMPLETED',
  'TASK_STATE_FAILED',
  'TASK_STATE_CANCELED',
  'TASK_STATE_REJECTED',
];

const struct = z.record(z.string(), z.unknown());
const id = z.string().min(1).max(256);
/** ProtoJSON writes an absent field as null, or leaves it out. */
const optionalId = z
  .string()
  .max(256)
  .nullish()
  .transform((value) => value || undefined);

const contents = ['text', 'url', 'data', 'raw'] as const;

const part = z
  .looseObject({
    text: z.string().nullish(),
    url: z.string().nullish(),
    data: z.unknown().optional(),
    raw: z.string().nullish(),
    filename: z.string().nullish(),
    mediaType: z.string().nullish(),
    metadata: struct.nullish(),
  })
  .refine((value) => contents.filter((name) => (value[name] ?? null) !== null).length === 1, {
    message: 'A part holds exactly one of text, url, data and raw',
  });
export type Part = z.infer<typeof part>;

export const message = z.looseObject({
  messageId: id,
  contextId: optionalId,
  taskId: optionalId,
  role: z.literal('ROLE_USER'),
  parts: z.array(part).min(1).max(100),
  metadata: struct.nullish(),
});
export type Message = z.infer<typeof message>;

const historyLength = z.int().min(0).max(1000).nullish();

export const sendMessageParams = z.looseObject({
  message,
  configuration: z
    .looseObject({
      acceptedOutputModes: z.array(z.string().max(200)).max(50).nullish(),
      taskPushNotificationConfig: z.unknown().optional(),
      historyLength,
      returnImmediately: z.boolean().nullish(),
    })
    .nullish(),
  metadata: struct.nullish(),
});
export type SendMessageParams = z.infer<typeof sendMessageParams>;

export const getTaskParams = z.looseObject({ id, historyLength });
export const taskIdParams = z.looseObject({ id });

export const listTasksParams = z.looseObject({
  contextId: optionalId,
  status: z
    .enum([...taskStates, 'TASK_STATE_UNSPECIFIED', ''])
    .nullish()
    .transform((state) => (state === 'TASK_STATE_UNSPECIFIED' || !state ? undefined : state)),
  pageSize: z.int().min(1).max(limits.pageSizeMax).nullish(),
  pageToken: z.string().max(200).nullish(),
  historyLength,
  statusTimestampAfter: z.iso.datetime({ offset: true }).nullish(),
  includeArtifacts: z.boolean().nullish(),
});
export type ListTasksParams = z.infer<typeof listTasksParams>;

export type MessageWire = {
  messageId: string;
  contextId: string;
  taskId: string;
  role: 'ROLE_USER' | 'ROLE_AGENT';
  parts: Record<string, unknown>[];
  metadata?: Record<string, unknown>;
};
export type ArtifactWire = {
  artifactId: string;
  name: string;
  description: string;
  parts: { url: string; mediaType: string; filename: string }[];
  metadata: Record<string, unknown>;
};
export type TaskStatusWire = { state: TaskState; message: MessageWire; timestamp: string };
export type TaskWire = {
  id: string;
  contextId: string;
  status: TaskStatusWire;
  artifacts?: ArtifactWire[];
  history?: MessageWire[];
  metadata: Record<string, unknown>;
};
export type TaskPageWire = {
  tasks: TaskWire[];
  nextPageToken: string;
  pageSize: number;
  totalSize: number;
};
