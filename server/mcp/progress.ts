// Progress notifications while a tool waits, only for clients that asked for them.
import type { ServerContext } from '@modelcontextprotocol/server';
import type { BatchWire } from '../contract/batch.ts';
import type { SplitWire } from '../contract/split.ts';

export type Position = { progress: number; total: number; message: string };

const songPosition = (split: SplitWire): Position => ({
  progress: split.progress,
  total: 100,
  message: `${split.name}: ${split.status}`,
});

const batchPosition = (batch: BatchWire): Position => {
  const ended = batch.items.filter(({ status }) => ['done', 'failed', 'cancelled'].includes(status)).length;
  const under = batch.items.reduce(
    (sum, { status, split }) => sum + (status === 'processing' ? (split?.progress ?? 0) : 0),
    0,
  );
  return {
    progress: ended * 100 + under,
    total: batch.items.length * 100,
    message: `${ended} of ${batch.items.length} songs`,
  };
};

export const positionOf = (result: { split?: SplitWire; batch?: BatchWire }): Position | null => {
  if (result.split) return songPosition(result.split);
  return result.batch ? batchPosition(result.batch) : null;
};

export type TellProgress = (position: Position) => Promise<void>;

/** Null when the client did not ask. Progress only ever grows (MCP, “Progress”). */
export const progressTeller = (ctx: ServerContext): TellProgress | null => {
  const progressToken = ctx.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return null;
  let last = -1;
  return async (position) => {
    if (position.progress <= last) return;
    last = position.progress;
    await ctx.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, ...position } });
  };
};
