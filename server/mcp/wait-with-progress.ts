// get_split and get_batch with progress: the same wait, in steps, telling each change until the end or the time.
import type { McpToolName } from '../contract/mcp-tools.ts';
import type { Context } from '../operations/context.ts';
import { positionOf, type TellProgress } from './progress.ts';

type Args = { wait_seconds?: number | undefined };
type Followed = Parameters<typeof positionOf>[0];

const endedStatuses = new Set(['done', 'failed', 'cancelled']);
const hasEnded = ({ split, batch }: Followed): boolean => {
  const status = split?.status ?? batch?.status ?? 'done';
  return endedStatuses.has(status);
};

export const followsWork = (name: McpToolName): boolean => name === 'get_split' || name === 'get_batch';

/** Without a token for progress a change of progress ends the wait; with one, it is told and the wait goes on. */
export const waitWithProgress = async <A extends Args>(
  ctx: Context,
  args: A,
  read: (args: A) => Promise<object>,
  tell: TellProgress,
): Promise<object> => {
  const deadline = Date.now() + (args.wait_seconds ?? 0) * 1000;
  let result = (await read({ ...args, wait_seconds: 0 })) as Followed;
  for (;;) {
    const position = positionOf(result);
    if (position) await tell(position);
    const left = Math.ceil((deadline - Date.now()) / 1000);
    if (left <= 0 || hasEnded(result) || ctx.signal?.aborted) return result;
    result = (await read({ ...args, wait_seconds: left })) as Followed;
  }
};
