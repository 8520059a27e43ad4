// The MCP tools: what each takes and gives, who may call it, and words for a model that has never seen the service.
import { z } from 'zod';
import { accountView } from './account.ts';
import { batch } from './batch.ts';
import { capabilities } from './capabilities.ts';
import { limits } from './limits.ts';
import { modelId } from './models.ts';
import { setlist, setlistBody, setlistPage } from './setlist.ts';
import { siteTask } from './site-tasks.ts';
import { audioUrl, deleted, idempotencyKey, songName, split, splitPage, splitStatus } from './split.ts';

export type McpTool = {
  readonly title: string;
  readonly description: string;
  readonly credential: 'required' | 'none';
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
};

const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const writes = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };

const songModel = modelId.meta({
  description:
    'vocals (2 stems: vocals, instrumental), fast (4: vocals, drums, bass, other) or full (6: vocals, drums, bass, guitar, piano, other; needs Pro or one credit a song).',
});
const wait = z.int().min(0).max(limits.waitSecondsMax).meta({
  description:
    'Seconds to wait for a change of status or progress before answering, 0 to 60; 0 by default. 20 to 25 suits most clients; call again until status is done or failed.',
});
const splitIdInput = z.string().min(1).max(64).meta({ description: 'The id of a split: “split_…”.' });
const limitInput = z
  .int()
  .min(1)
  .max(limits.pageSizeMax)
  .meta({ description: 'How many to return, 1 to 100; 50 by default.' });
const cursorInput = z.string().min(1).max(200).meta({ description: 'next_cursor of the page before.' });

const songInput = z.union([
  audioUrl,
  z.strictObject({
    audio_url: audioUrl,
    name: songName
      .meta({ description: 'The name in the library; taken from the link when left out.' })
      .optional(),
    model: songModel.optional(),
  }),
]);

export const mcpTools = {
  get_capabilities: {
    title: 'What the service can do',
    description: `Models with their stems, plans, limits, audio formats and links. Needs no account. Use it first when you are not sure whether Partbook can do what the user wants, or what it costs.`,
    credential: 'none',
    input: z.strictObject({}),
    output: capabilities,
    annotations: reads,
  },
  get_task_url: {
    title: 'Where to do it on the site',
    description: `The page of the site where the user does a thing themselves: uploading a file from their disk (vocal_remover, basic_split, full_separation, batch), seeing their songs (library, practice_room, setlists), making keys or disconnecting apps (developers), or changing the plan (pricing). Needs no account.`,
    credential: 'none',
    input: z.strictObject({ task: siteTask.meta({ description: 'What the user wants to do.' }) }),
    output: z.object({ url: z.url() }),
    annotations: reads,
  },
  split_songs: {
    title: 'Split songs into stems',
    description: `Separates 1 to ${limits.batchSize} songs into stems (vocals, drums, bass and so on) that can be downloaded and practised with in the browser. Use it when somebody wants an instrumental, an a cappella, a backing track or single instruments of a song they have a public link to (http or https; Dropbox and Google Drive share links work as they are; files on the user's disk must be put behind a link first, or uploaded at the library page that get_task_url names).
Each song costs one split of the monthly allowance, or one credit once that is used up; at most ${limits.songsPerHour} songs an hour. The tool answers at once and the work goes on: typically well under a minute a song, longer for model full. What to do next: one song gives {split}: call get_split with its id; several give {batch}: call get_batch. Both take wait_seconds. Share open_url with the user right away: it shows progress and becomes the practice room.
Pass the same idempotency_key when repeating a call that may already have worked, so that nothing is split twice.`,
    credential: 'required',
    input: z.strictObject({
      songs: z
        .array(songInput)
        .min(1)
        .max(limits.batchSize)
        .meta({ description: 'The songs, in order: links, or objects with a link, a name and a model.' }),
      model: songModel.default('vocals'),
      idempotency_key: idempotencyKey
        .meta({
          description: '16 to 64 characters of your choice; the same key never starts the work twice.',
        })
        .optional(),
    }),
    output: z.object({ split: split.optional(), batch: batch.optional() }),
    annotations: { ...writes, openWorldHint: true },
  },
  get_split: {
    title: 'Read a song',
    description: `Status, progress, stems with download links, and the practice-room link of one song. Use it to follow a song that split_songs started: pass wait_seconds and repeat until status is done or failed; a failed song says why in message and costs nothing. Download links (MP3 for everybody, WAV on Pro) are null until done.`,
    credential: 'required',
    input: z.strictObject({ split_id: splitIdInput, wait_seconds: wait.optional() }),
    output: z.object({ split }),
    annotations: reads,
  },
  get_batch: {
    title: 'Read a batch of songs',
    description: `Every song of a batch with its own status and split. Use it to follow a call of split_songs with several songs: pass wait_seconds and repeat until status is done or cancelled. Two songs are worked on at a time, in order; an item over a limit fails alone with its reason.`,
    credential: 'required',
    input: z.strictObject({
      batch_id: z.string().min(1).max(64).meta({ description: 'The id of a batch: “batch_…”.' }),
      wait_seconds: wait.optional(),
    }),
    output: z.object({ batch }),
    annotations: reads,
  },
  list_my_songs: {
    title: 'List the songs in the library',
    description: `The account's songs, newest first, 50 a page. Use it to find a song by name (q) or to see what is still being split (status) before splitting the same song again: that would cost another split. Pass next_cursor back as cursor for more.`,
    credential: 'required',
    input: z.strictObject({
      limit: limitInput.optional(),
      cursor: cursorInput.optional(),
      q: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .meta({ description: 'Part of a name; case does not matter.' })
        .optional(),
      status: splitStatus.optional(),
    }),
    output: splitPage,
    annotations: reads,
  },
  rename_song: {
    title: 'Rename a song',
    description: 'Changes the name of a song in the library. Costs nothing; links stay as they are.',
    credential: 'required',
    input: z.strictObject({ split_id: splitIdInput, name: songName.meta({ description: 'The new name.' }) }),
    output: z.object({ split }),
    annotations: { ...writes, idempotentHint: true },
  },
  delete_song: {
    title: 'Delete a song',
    description: `Deletes a song for good: its stems, its files, its practice-room link, and its place in setlists. It cannot be undone and does not give the split back once it was done; a song still being split is stopped and costs nothing. Ask the user before calling it.`,
    credential: 'required',
    input: z.strictObject({ split_id: splitIdInput }),
    output: deleted,
    annotations: { ...writes, destructiveHint: true, idempotentHint: true },
  },
  list_setlists: {
    title: 'List setlists',
    description: `The account's setlists, newest first, each with its songs in order and one share_url for the band.`,
    credential: 'required',
    input: z.strictObject({ limit: limitInput.optional(), cursor: cursorInput.optional() }),
    output: setlistPage,
    annotations: reads,
  },
  create_setlist: {
    title: 'Create a setlist',
    description: `Groups songs that are already in the library, in the given order, behind one link that anyone can open. Needs the Pro plan. Get the ids from list_my_songs or split_songs; up to ${limits.setlistSongs} songs.`,
    credential: 'required',
    input: setlistBody.extend({
      title: z
        .string()
        .trim()
        .min(1)
        .max(limits.titleLength)
        .meta({ description: 'The title of the setlist.' }),
    }),
    output: z.object({ setlist }),
    annotations: writes,
  },
  get_my_account: {
    title: 'Read plan and allowance',
    description: `The plan, the splits and credits left, when the month ends, how many songs may still be submitted this hour, and which models are open. Use it before a big batch, or to explain why something was refused.`,
    credential: 'required',
    input: z.strictObject({}),
    output: accountView,
    annotations: reads,
  },
} as const satisfies Record<string, McpTool>;

export type McpToolName = keyof typeof mcpTools;
export const mcpToolNames = Object.keys(mcpTools) as McpToolName[];
export const isMcpToolName = (name: unknown): name is McpToolName =>
  typeof name === 'string' && Object.hasOwn(mcpTools, name);
