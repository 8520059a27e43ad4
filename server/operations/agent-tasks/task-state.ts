// The state of an agent task, read off its songs, with a sentence for the person behind the agent.
import { endStates, type TaskState } from '../../contract/a2a.ts';
import type { BatchItemWire, BatchWire } from '../../contract/batch.ts';
import type { SplitWire } from '../../contract/split.ts';
import type { LoadedTask, OwnState } from './task-rows.ts';

export type TaskPosition = { state: TaskState; sentence: string; timestamp: string };

const limitReasons = new Set(['limit_reached', 'plan_required', 'rate_limited']);

const splitStates = {
  queued: 'TASK_STATE_SUBMITTED',
  processing: 'TASK_STATE_WORKING',
  done: 'TASK_STATE_COMPLETED',
  failed: 'TASK_STATE_FAILED',
} as const satisfies Record<SplitWire['status'], TaskState>;

const splitSentence = (split: SplitWire): string => {
  switch (split.status) {
    case 'queued':
      return `“${split.name}” is waiting for its turn. Follow it at ${split.open_url}`;
    case 'processing':
      return `“${split.name}” is being split: ${split.progress} %. Follow it at ${split.open_url}`;
    case 'done':
      return `“${split.name}” is split. Practise it at ${split.open_url}`;
    case 'failed':
      return `“${split.name}” failed: ${split.message ?? 'it could not be split.'}`;
  }
};

const splitPosition = (split: SplitWire): TaskPosition => ({
  state: split.reason === 'cancelled' ? 'TASK_STATE_CANCELED' : splitStates[split.status],
  sentence: splitSentence(split),
  timestamp: split.completed_at ?? split.started_at ?? split.created_at,
});

const latest = (times: readonly (string | null)[], first: string): string =>
  times.reduce<string>((last, time) => (time !== null && time > last ? time : last), first);

const itemName = (item: BatchItemWire): string => item.name ?? item.audio_url;

const endedBatchState = ({ items, counts }: BatchWire): TaskState => {
  if (counts.done > 0) return 'TASK_STATE_COMPLETED';
  if (items.every(({ status, reason }) => status === 'failed' && limitReasons.has(reason ?? ''))) {
    return 'TASK_STATE_REJECTED';
  }
  const wasCancelled = items.some(({ status, reason }) => status === 'cancelled' || reason === 'cancelled');
  return wasCancelled ? 'TASK_STATE_CANCELED' : 'TASK_STATE_FAILED';
};

const batchState = (batch: BatchWire): TaskState => {
  if (batch.counts.queued + batch.counts.processing === 0) return endedBatchState(batch);
  return batch.status === 'queued' ? 'TASK_STATE_SUBMITTED' : 'TASK_STATE_WORKING';
};

const batchSentence = ({ items, counts }: BatchWire, upgradeUrl: string): string => {
  const failures = items.filter(({ status }) => status === 'failed');
  const told = failures.map((item) => `“${itemName(item)}”: ${item.message ?? 'it could not be split.'}`);
  const needsPlan = failures.some(({ reason }) => reason === 'limit_reached' || reason === 'plan_required');
  return [
    `${counts.done} of ${items.length} songs are split${counts.processing > 0 ? `, ${counts.processing} under way` : ''}.`,
    ...(told.length > 0 ? [`Not split: ${told.join(' ')}`] : []),
    ...(needsPlan ? [`See ${upgradeUrl}`] : []),
    ...(counts.cancelled > 0 ? [`${counts.cancelled} cancelled.`] : []),
  ].join(' ');
};

const batchPosition = (batch: BatchWire, upgradeUrl: string): TaskPosition => ({
  state: batchState(batch),
  sentence: batchSentence(batch, upgradeUrl),
  timestamp: latest(
    batch.items.flatMap(({ split }) => [split?.started_at ?? null, split?.completed_at ?? null]),
    batch.completed_at ?? batch.created_at,
  ),
});

const ownPosition = (state: OwnState | null, timestamp: string): TaskPosition => {
  if (state?.kind === 'rejected') {
    return { state: 'TASK_STATE_REJECTED', sentence: state.message, timestamp };
  }
  if (state?.kind === 'canceled') {
    return { state: 'TASK_STATE_CANCELED', sentence: 'Cancelled before a link came.', timestamp };
  }
  return {
    state: 'TASK_STATE_INPUT_REQUIRED',
    sentence:
      'Which song? Answer in this task with a public http(s) link to the audio, or up to ten of them; Dropbox and Google Drive share links work.',
    timestamp,
  };
};

export const positionOf = ({ row, state, work }: LoadedTask, upgradeUrl: string): TaskPosition => {
  if (!work) return ownPosition(state, row.createdAt.toISOString());
  const position = work.kind === 'split' ? splitPosition(work.split) : batchPosition(work.batch, upgradeUrl);
  if (state?.kind === 'canceled' && endStates.includes(position.state)) {
    return { ...position, state: 'TASK_STATE_CANCELED' };
  }
  return position;
};
