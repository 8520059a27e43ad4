// A song, and a whole account, deleted while the real worker separates: nothing of it remains anywhere.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Db } from '../../server/db/client.ts';
import { createTestAccount, openTestDb, type TestAccount } from '../support/accounts.ts';
import { apiCaller } from '../support/api-call.ts';
import { type RunningApp, startApp } from '../support/app-server.ts';
import { eventually } from '../support/job-desk.ts';
import { testSong } from '../support/test-song.ts';

/** Longer than a worker needs for anything that these tests do meanwhile. */
const longSeconds = 600;
let app: RunningApp;
let db: Db;
let call: ReturnType<typeof apiCaller>;

before(async () => {
  app = await startApp();
  db = openTestDb(app.databaseUrl);
  call = apiCaller(app.url);
});
after(async () => {
  await db.$disconnect();
  await app.stop();
});

const send = async (account: TestAccount, seconds: number): Promise<string> => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(testSong(1, seconds))], { type: 'audio/wav' }), 'song.wav');
  const answer = await call('POST', '/splits', { key: account.key, raw: form });
  assert.equal(answer.status, 202, JSON.stringify(answer.body));
  return String(answer.body['id']);
};
const isDone = async (id: string): Promise<boolean> =>
  (await db.split.findUnique({ where: { id } }))?.status === 'done';

/** The worker that separates the song, as the app knows it. */
const workerOf = async (id: string): Promise<(path: string) => Promise<Response>> => {
  const split = () => db.split.findUniqueOrThrow({ where: { id } });
  await eventually('the worker separates it', async () => (await split()).progress > 4, 4 * 60_000);
  const { workerUrl } = await split();
  const file = await readFile(path.join(app.dataDir, 'secrets.json'), 'utf8');
  const { WORKER_SECRET: secret } = JSON.parse(file) as { WORKER_SECRET: string };
  return (place) => fetch(`${workerUrl}${place}`, { headers: { authorization: `Bearer ${secret}` } });
};

/** Every file of the installation, those of the worker among them. */
const filesNaming = async (words: readonly string[]): Promise<string[]> => {
  const entries = await readdir(app.dataDir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => words.some((word) => file.includes(word)));
};

const runsOf = (id: string) =>
  db.engineRun.findMany({ where: { event: { contains: id }, functionId: { endsWith: 'run-split' } } });

/** Tables with a row that names one of these values in this column. */
const tablesNaming = async (column: string, values: readonly string[]): Promise<string[]> => {
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.columns
    WHERE column_name = ${column} AND table_schema = 'public'`;
  assert.ok(tables.length > 4);
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await db.$queryRawUnsafe<unknown[]>(
      `SELECT 1 FROM "${name}" WHERE "${column}" = ANY($1)`,
      values,
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
};

const assertWorkIsOver = async (id: string, worker: (path: string) => Promise<Response>): Promise<void> => {
  const stateAtWorker = async () => ((await (await worker(`/jobs/${id}`)).json()) as { state: string }).state;
  await eventually('the worker has stopped', async () => (await stateAtWorker()) === 'cancelled');
  await eventually('its run is cancelled', async () => {
    const runs = await runsOf(id);
    return runs.length > 0 && runs.every(({ status }) => status === 'cancelled');
  });
  const runIds = (await runsOf(id)).map((run) => run.id);
  assert.equal(await db.engineTask.count({ where: { runId: { in: runIds } } }), 0);
  assert.equal(await db.engineStep.count({ where: { runId: { in: runIds }, eventName: { not: null } } }), 0);
  await eventually('nothing of it is still to be sent', async () => (await db.outboxEvent.count()) === 0);
  assert.deepEqual(await filesNaming([id]), []);
  // What is left of the song is a note to look for files once more when the worker's addresses have expired.
  const notes = await db.storageDeletion.findMany({ where: { prefix: { contains: id } } });
  assert.ok(notes.every(({ workerUrl, attempts }) => workerUrl === null && attempts === 0));
};

const assertWorkerIsIdle = async (worker: (path: string) => Promise<Response>): Promise<void> => {
  await eventually('the worker has nothing to do', async () => {
    const health = (await (await worker('/health')).json()) as { running: number; waiting: number };
    return health.running + health.waiting === 0;
  });
  await eventually('it keeps no file', async () => {
    const entries = await readdir(path.join(app.dataDir, 'worker'), { recursive: true, withFileTypes: true });
    return entries.every((entry) => !entry.isFile());
  });
};

test('a song: its rows, files, links, run and work at the worker, and its charge comes back', async () => {
  const account = await createTestAccount(db);
  const id = await send(account, longSeconds);
  const worker = await workerOf(id);
  const { shareId } = await db.split.findUniqueOrThrow({ where: { id } });
  const share = `${app.url}/s/${shareId}`;
  assert.equal((await fetch(share)).status, 200);
  assert.notDeepEqual(await filesNaming([id]), []);
  assert.equal((await worker(`/jobs/${id}`)).status, 200);

  assert.equal((await call('DELETE', `/splits/${id}`, { key: account.key })).status, 200);
  await assertWorkIsOver(id, worker);
  assert.equal((await fetch(share)).status, 410);
  assert.equal((await call('GET', `/splits/${id}`, { key: account.key })).status, 404);
  assert.deepEqual(await tablesNaming('split_id', [id]), ['ledger_entries']);
  const me = await call('GET', '/me', { key: account.key });
  assert.equal(me.body['splits_used'], 0);
  await assertWorkerIsIdle(worker);
});

test('an account: everything of it, also parts of an unfinished upload; a stranger’s song goes on', async () => {
  const ann = await createTestAccount(db, { plan: 'pro', credits: 1 });
  const bob = await createTestAccount(db);
  const done = await send(ann, 2);
  await eventually('her first song is done', () => isDone(done), 4 * 60_000);
  const first = (await call('GET', `/splits/${done}`, { key: ann.key })).body;
  const stems = first['stems'] as unknown as { mp3_url: string }[];
  const running = await send(ann, longSeconds);
  const worker = await workerOf(running);
  const list = { title: 'Tuesday', split_ids: [done, running] };
  const setlist = (await call('POST', '/setlists', { key: ann.key, json: list })).body;
  const items = [1, 2, 3].map((n) => ({ audio_url: `https://songs.example.org/${n}.mp3` }));
  assert.equal((await call('POST', '/splits/batch', { key: ann.key, json: { items } })).status, 202);
  const json = { filename: 'b.wav', size: 12 * 1024 * 1024 };
  const upload = (await call('POST', '/uploads', { key: ann.key, json })).body;
  const [part] = upload['parts'] as unknown as { url: string }[];
  const sendPart = () =>
    fetch(part?.url ?? '', { method: 'PUT', body: new Uint8Array(10 * 1024 * 1024) }).then(
      ({ status }) => status,
    );
  assert.equal(await sendPart(), 200);
  const { storageId, id: uploadId } = await db.upload.findFirstOrThrow({ where: { accountId: ann.id } });
  const traces = [done, running, storageId, uploadId];
  assert.ok((await filesNaming([storageId])).some((file) => file.endsWith('/1')));
  const links = [
    ...stems.map(({ mp3_url }) => mp3_url),
    String(first['open_url']),
    String(setlist['share_url']),
  ];
  for (const link of links) assert.equal((await fetch(link)).status, 200, link);
  const hers = (await db.split.findMany({ where: { accountId: ann.id } })).map(({ id }) => id);
  const his = await send(bob, 2);

  const answer = await fetch(`${app.url}/api/trpc/account.delete`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.url, cookie: ann.cookie },
    body: JSON.stringify({ email: ann.email }),
  });
  assert.equal(answer.status, 200, await answer.text());

  await assertWorkIsOver(running, worker);
  assert.deepEqual(await tablesNaming('account_id', [ann.id]), []);
  assert.deepEqual(await tablesNaming('split_id', hers), []);
  assert.equal(await db.account.findUnique({ where: { id: ann.id } }), null);
  assert.deepEqual(await filesNaming(traces), []);
  assert.equal(await sendPart(), 410);
  assert.deepEqual(await filesNaming(traces), []);
  for (const link of links) assert.ok([404, 410].includes((await fetch(link)).status), link);
  assert.equal((await fetch(String(setlist['share_url']))).status, 410);
  await eventually('his song is done', () => isDone(his), 4 * 60_000);
  await assertWorkerIsIdle(worker);
});
