// Turns a task and its work into A2A's form: status, one artifact per stem, history.
import type { ArtifactWire, MessageWire, TaskWire } from '../../contract/a2a.ts';
import type { SplitWire } from '../../contract/split.ts';
import { historyOf, type LoadedTask, type TaskWork } from './task-rows.ts';
import { positionOf } from './task-state.ts';

export type Shown = { artifacts: boolean; historyLength: number | null | undefined };

const splitsOf = (work: TaskWork | null): SplitWire[] => {
  if (!work) return [];
  if (work.kind === 'split') return [work.split];
  return work.batch.items.flatMap(({ split }) => (split ? [split] : []));
};

const artifactsOf = (split: SplitWire): ArtifactWire[] =>
  split.stems.flatMap((stem) => {
    if (stem.mp3_url === null) return [];
    const mp3 = { url: stem.mp3_url, mediaType: 'audio/mpeg', filename: `${stem.name}.mp3` };
    const wav = stem.wav_url && { url: stem.wav_url, mediaType: 'audio/wav', filename: `${stem.name}.wav` };
    return [
      {
        artifactId: `${split.id}:${stem.name}`,
        name: stem.name,
        description: `The ${stem.name} of “${split.name}”${stem.silent ? ' (silent)' : ''}`,
        parts: wav ? [mp3, wav] : [mp3],
        metadata: { split_id: split.id, song: split.name, model: split.model, silent: stem.silent },
      },
    ];
  });

const metadataOf = ({ state, work }: LoadedTask): Record<string, unknown> => ({
  songs: splitsOf(work).map((split) => ({
    split_id: split.id,
    name: split.name,
    model: split.model,
    status: split.status,
    progress: split.progress,
    open_url: split.open_url,
  })),
  ...(work?.kind === 'batch' ? { batch_id: work.batch.id } : {}),
  ...(state?.kind === 'rejected'
    ? {
        error: state.error,
        ...(state.upgrade_url ? { upgrade_url: state.upgrade_url } : {}),
        ...(state.retry_after_seconds ? { retry_after_seconds: state.retry_after_seconds } : {}),
      }
    : {}),
});

const historyShown = (history: MessageWire[], length: number | null | undefined): MessageWire[] =>
  typeof length !== 'number' ? history : history.slice(Math.max(0, history.length - length));

export const presentTask = (task: LoadedTask, siteUrl: string, shown: Shown): TaskWire => {
  const { row } = task;
  const { state, sentence, timestamp } = positionOf(task, `${siteUrl}/pricing`);
  const history = historyShown(historyOf(row), shown.historyLength);
  return {
    id: row.id,
    contextId: row.contextId,
    status: {
      state,
      message: {
        messageId: `${row.id}:${state.slice('TASK_STATE_'.length).toLowerCase()}`,
        contextId: row.contextId,
        taskId: row.id,
        role: 'ROLE_AGENT',
        parts: [{ text: sentence }],
      },
      timestamp,
    },
    ...(shown.artifacts ? { artifacts: splitsOf(task.work).flatMap(artifactsOf) } : {}),
    ...(history.length > 0 ? { history } : {}),
    metadata: metadataOf(task),
  };
};
