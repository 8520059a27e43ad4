// Lists the account's tasks, newest first; filters look at what the work says, so they read the newest tasks only.
import { A2AError } from '../../contract/a2a-error.ts';
import type { ListTasksParams, TaskPageWire } from '../../contract/a2a.ts';
import { limits } from '../../contract/limits.ts';
import type { AgentTask, Prisma } from '../../db/generated/client.ts';
import type { Context } from '../context.ts';
import { accountOf } from '../guard.ts';
import { presentTask } from './present-task.ts';
import { loadTasks, type LoadedTask } from './task-rows.ts';
import { positionOf } from './task-state.ts';

/** What a filtered list looks through. */
const filteredMost = 1000;
const newestFirst = [
  { createdAt: 'desc' },
  { id: 'desc' },
] as const satisfies Prisma.AgentTaskOrderByWithRelationInput[];

const tokenAfter = (row: AgentTask): string =>
  Buffer.from(`${row.createdAt.toISOString()} ${row.id}`).toString('base64url');

const afterToken = (token: string): Prisma.AgentTaskWhereInput => {
  const [time = '', id = ''] = Buffer.from(token, 'base64url').toString().split(' ');
  const createdAt = new Date(time);
  if (Number.isNaN(createdAt.getTime()) || id === '') {
    throw new A2AError('INVALID_PARAMS', 'pageToken is not one that this list gave.');
  }
  return { OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }] };
};

const matches = (task: LoadedTask, params: ListTasksParams, upgradeUrl: string): boolean => {
  const { state, timestamp } = positionOf(task, upgradeUrl);
  if (params.status && params.status !== state) return false;
  return !params.statusTimestampAfter || new Date(timestamp) >= new Date(params.statusTimestampAfter);
};

type Page = { tasks: LoadedTask[]; more: boolean; totalSize: number };

const plainPage = async (
  ctx: Context,
  where: Prisma.AgentTaskWhereInput,
  params: ListTasksParams,
  pageSize: number,
): Promise<Page> => {
  const { agentTask } = ctx.services.db;
  const after = params.pageToken ? { AND: [where, afterToken(params.pageToken)] } : where;
  const [rows, totalSize] = await Promise.all([
    agentTask.findMany({ where: after, orderBy: newestFirst, take: pageSize + 1 }),
    agentTask.count({ where }),
  ]);
  return { tasks: await loadTasks(ctx, rows.slice(0, pageSize)), more: rows.length > pageSize, totalSize };
};

const filteredPage = async (
  ctx: Context,
  where: Prisma.AgentTaskWhereInput,
  params: ListTasksParams,
  pageSize: number,
): Promise<Page> => {
  const rows = await ctx.services.db.agentTask.findMany({ where, orderBy: newestFirst, take: filteredMost });
  const upgradeUrl = `${ctx.services.env.SITE_URL}/pricing`;
  const found = (await loadTasks(ctx, rows)).filter((task) => matches(task, params, upgradeUrl));
  const token = params.pageToken;
  const begin = token ? found.findIndex(({ row }) => tokenAfter(row) === token) + 1 : 0;
  const tasks = found.slice(begin, begin + pageSize);
  return { tasks, more: found.length > begin + pageSize, totalSize: found.length };
};

export const listTasks = async (ctx: Context, params: ListTasksParams): Promise<TaskPageWire> => {
  const pageSize = params.pageSize ?? limits.pageSize;
  const where = {
    accountId: accountOf(ctx),
    ...(params.contextId === undefined ? {} : { contextId: params.contextId }),
  };
  const isFiltered = params.status !== undefined || (params.statusTimestampAfter ?? null) !== null;
  const page = await (isFiltered ? filteredPage : plainPage)(ctx, where, params, pageSize);
  const last = page.tasks.at(-1);
  return {
    tasks: page.tasks.map((task) =>
      presentTask(task, ctx.services.env.SITE_URL, {
        artifacts: params.includeArtifacts ?? false,
        historyLength: params.historyLength,
      }),
    ),
    nextPageToken: page.more && last ? tokenAfter(last.row) : '',
    pageSize,
    totalSize: page.totalSize,
  };
};
