// Reads agent tasks together with the work they stand for: a song, a batch, or none yet.
import { z } from 'zod';
import type { MessageWire } from '../../contract/a2a.ts';
import type { BatchWire } from '../../contract/batch.ts';
import type { SplitWire } from '../../contract/split.ts';
import type { AgentTask } from '../../db/generated/client.ts';
import { planOf } from '../account/plan-of.ts';
import { presentBatch, withItems } from '../batches/present-batch.ts';
import type { Context } from '../context.ts';
import { accountOf } from '../guard.ts';
import { presentSplit, withStems } from '../splits/present-split.ts';

/** What the rows of the work cannot tell. */
const ownState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('input_required') }),
  z.object({
    kind: z.literal('rejected'),
    error: z.string(),
    message: z.string(),
    upgrade_url: z.string().optional(),
    retry_after_seconds: z.number().optional(),
  }),
  z.object({ kind: z.literal('canceled') }),
]);
export type OwnState = z.infer<typeof ownState>;

export type TaskWork = { kind: 'split'; split: SplitWire } | { kind: 'batch'; batch: BatchWire };
export type LoadedTask = { row: AgentTask; state: OwnState | null; work: TaskWork | null };

export const historyOf = (row: AgentTask): MessageWire[] => row.history as MessageWire[];

const stateOf = (row: AgentTask): OwnState | null => ownState.nullable().parse(row.state ?? null);

/** Tasks whose work was deleted are gone with it. */
export const loadTasks = async (ctx: Context, rows: readonly AgentTask[]): Promise<LoadedTask[]> => {
  const { db, env } = ctx.services;
  const accountId = accountOf(ctx);
  const ids = rows.flatMap(({ workId }) => (workId === null ? [] : [workId]));
  if (ids.length === 0) return rows.map((row) => ({ row, state: stateOf(row), work: null }));
  const [plan, splits, batches] = await Promise.all([
    planOf(ctx),
    db.split.findMany({ where: { id: { in: ids }, accountId }, include: withStems }),
    db.batch.findMany({ where: { id: { in: ids }, accountId }, include: withItems }),
  ]);
  const works = new Map<string, TaskWork>();
  for (const row of splits) works.set(row.id, { kind: 'split', split: presentSplit(row, env, plan) });
  for (const row of batches) works.set(row.id, { kind: 'batch', batch: presentBatch(row, env, plan) });
  return rows.flatMap((row) => {
    const work = row.workId === null ? null : works.get(row.workId);
    return work === undefined ? [] : [{ row, state: stateOf(row), work }];
  });
};

export const findTaskRow = (ctx: Context, taskId: string): Promise<AgentTask | null> =>
  ctx.services.db.agentTask.findFirst({ where: { id: taskId, accountId: accountOf(ctx) } });
