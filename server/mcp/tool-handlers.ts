// What each tool does: arguments already parsed, one operation called, its wire object given back.
import type { z } from 'zod';
import { describeCapabilities } from '../contract/capabilities.ts';
import type { McpToolName, mcpTools } from '../contract/mcp-tools.ts';
import { taskPaths } from '../contract/site-tasks.ts';
import { getAccount } from '../operations/account/get-account.ts';
import { createBatch } from '../operations/batches/create-batch.ts';
import { getBatch } from '../operations/batches/get-batch.ts';
import type { Context, Services } from '../operations/context.ts';
import { createSetlist } from '../operations/setlists/create-setlist.ts';
import { listSetlists } from '../operations/setlists/list-setlists.ts';
import { createSplit } from '../operations/splits/create-split.ts';
import { deleteSplit } from '../operations/splits/delete-split.ts';
import { getSplit } from '../operations/splits/get-split.ts';
import { listSplits } from '../operations/splits/list-splits.ts';
import { renameSplit } from '../operations/splits/rename-split.ts';

type Tools = typeof mcpTools;
type Arguments<Name extends McpToolName> = z.output<Tools[Name]['input']>;
type Result<Name extends McpToolName> = z.input<Tools[Name]['output']>;
type Handlers = { [Name in McpToolName]: (ctx: Context, args: Arguments<Name>) => Promise<Result<Name>> };

/** Drops undefined, which exactOptionalPropertyTypes keeps apart from an absent field. */
const present = <T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

const splitSongs = async (ctx: Context, args: Arguments<'split_songs'>): Promise<Result<'split_songs'>> => {
  const songs = args.songs.map((song) => (typeof song === 'string' ? { audio_url: song } : song));
  const idempotencyKey = args.idempotency_key ?? null;
  const [first, ...others] = songs;
  if (first && others.length === 0) {
    const { split } = await createSplit(ctx, {
      source: { audioUrl: first.audio_url },
      model: first.model ?? args.model,
      name: first.name ?? null,
      idempotencyKey,
    });
    return { split };
  }
  const { batch } = await createBatch(ctx, { items: songs, model: args.model, idempotencyKey });
  return { batch };
};

const waiting = (seconds: number | undefined) => (seconds === undefined ? {} : { waitSeconds: seconds });

export const capabilitiesOf = ({ env }: Services) =>
  describeCapabilities(env.SITE_URL, { free: env.FREE_SPLITS_PER_MONTH, pro: env.PRO_SPLITS_PER_MONTH });

export const toolHandlers: Handlers = {
  split_songs: splitSongs,
  get_split: async (ctx, args) => ({
    split: await getSplit(ctx, { splitId: args.split_id, ...waiting(args.wait_seconds) }),
  }),
  get_batch: async (ctx, args) => ({
    batch: await getBatch(ctx, { batchId: args.batch_id, ...waiting(args.wait_seconds) }),
  }),
  list_my_songs: (ctx, args) => listSplits(ctx, present(args)),
  rename_song: async (ctx, args) => ({
    split: await renameSplit(ctx, { splitId: args.split_id, name: args.name }),
  }),
  delete_song: (ctx, args) => deleteSplit(ctx, { splitId: args.split_id }),
  list_setlists: (ctx, args) => listSetlists(ctx, present(args)),
  create_setlist: async (ctx, args) => ({ setlist: await createSetlist(ctx, args) }),
  get_my_account: (ctx) => getAccount(ctx),
  get_capabilities: ({ services }) => Promise.resolve(capabilitiesOf(services)),
  get_task_url: ({ services }, { task }) => Promise.resolve({ url: services.env.SITE_URL + taskPaths[task] }),
};
