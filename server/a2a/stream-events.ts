// Turns the successive forms of a task into A2A's stream: the task first, then what is new.
import type { ArtifactWire, TaskStatusWire, TaskWire } from '../contract/a2a.ts';

type StatusUpdate = {
  taskId: string;
  contextId: string;
  status: TaskStatusWire;
  metadata: Record<string, unknown>;
};
type ArtifactUpdate = {
  taskId: string;
  contextId: string;
  artifact: ArtifactWire;
  append: boolean;
  lastChunk: boolean;
};
export type StreamEvent =
  { task: TaskWire } | { statusUpdate: StatusUpdate } | { artifactUpdate: ArtifactUpdate };

export async function* streamEvents(
  forms: AsyncIterable<TaskWire>,
): AsyncGenerator<StreamEvent, void, undefined> {
  const told = new Set<string>();
  let isFirst = true;
  for await (const task of forms) {
    const { id: taskId, contextId, status, metadata, artifacts = [] } = task;
    if (isFirst) {
      isFirst = false;
      for (const { artifactId } of artifacts) told.add(artifactId);
      yield { task };
      continue;
    }
    for (const artifact of artifacts) {
      if (told.has(artifact.artifactId)) continue;
      told.add(artifact.artifactId);
      yield { artifactUpdate: { taskId, contextId, artifact, append: false, lastChunk: true } };
    }
    yield { statusUpdate: { taskId, contextId, status, metadata } };
  }
}
