// Work that is lost for good, through the real engine: the song is started anew, or ends with a reason and its charge back.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Db } from '../../server/db/client.ts';
import { createTestAccount, openTestDb, type TestAccount } from '../support/accounts.ts';
import { apiCaller } from '../support/api-call.ts';
import { type RunningApp, startApp } from '../support/app-server.ts';
import { eventually } from '../support/job-desk.ts';
import { startStubWorker, type StubWorker } from '../support/stub-worker.ts';
import { songForm } from '../support/test-song.ts';
import { type Fate, startWorkerGate, type WorkerGate } from '../support/worker-gate.ts';

const secret = randomBytes(24).toString('hex');
const atFirst =
  (fate: Fate) =>
  (generation: number): Fate =>
    generation === 1 ? fate : 'works';
/** By the title of the song. */
const fates = {
  'worker dies once': atFirst('dies'),
  'worker forgets once': atFirst('forgets'),
  'worker refuses once': atFirst('refuses'),
  'worker dies always': (): Fate => 'dies',
  'worker refuses always': (): Fate => 'refuses',
} as const;
let worker: StubWorker;
let gate: WorkerGate;
let app: RunningApp;
let db: Db;
let call: ReturnType<typeof apiCaller>;

before(async () => {
  worker = await startStubWorker({ secret, capacity: 4, maxWaiting: 100, workMs: () => 300 });
  gate = await startWorkerGate(worker.url, (title, generation) =>
    title in fates ? fates[title as keyof typeof fates](generation) : 'works',
  );
  app = await startApp({ env: { WORKER_URLS: gate.url, WORKER_SECRET: secret } });
  db = openTestDb(app.databaseUrl);
  call = apiCaller(app.url);
});
after(async () => {
  await db.$disconnect();
  await app.stop();
  await gate.stop();
  await worker.stop();
});

type End = { account: TestAccount; id: string; split: Record<string, unknown>; generation: number };

const endOf = async (title: keyof typeof fates): Promise<End> => {
  const account = await createTestAccount(db);
  const raw = songForm(1, { name: title });
  const created = await call('POST', '/splits', { key: account.key, raw });
  assert.equal(created.status, 202, JSON.stringify(created.body));
  const id = String(created.body['id']);
  const read = async () => (await call('GET', `/splits/${id}`, { key: account.key })).body;
  const isOver = async () => ['done', 'failed'].includes(String((await read())['status']));
  await eventually('the song has ended', isOver, 5 * 60_000);
  // The run that ends a song ends a moment after it.
  const running = { status: 'running', event: { contains: id } } as const;
  await eventually('no run of it goes on', async () => (await db.engineRun.count({ where: running })) === 0);
  const { generation } = await db.split.findUniqueOrThrow({ where: { id } });
  return { account, id, split: await read(), generation };
};

const runsOf = async (id: string): Promise<string[]> => {
  const runs = await db.engineRun.findMany({
    where: { event: { contains: `start-${id}-` }, functionId: { endsWith: '-run-split' } },
    orderBy: { createdAt: 'asc' },
  });
  return runs.map(({ status }) => status);
};

const deltasOf = async (splitId: string): Promise<number[]> => {
  const entries = await db.ledgerEntry.findMany({ where: { splitId }, orderBy: { id: 'asc' } });
  return entries.map(({ delta }) => delta);
};

const assertDoneAtSecond = async ({ account, id, split, generation }: End): Promise<void> => {
  assert.deepEqual([split['status'], generation], ['done', 2], app.output().slice(-4_000));
  assert.deepEqual(await deltasOf(id), [1]);
  assert.equal(await db.stem.count({ where: { splitId: id } }), 2);
  const me = (await call('GET', '/me', { key: account.key })).body;
  assert.equal(me['splits_used'], 1);
};

const assertGivenUp = async ({ account, id, split, generation }: End): Promise<void> => {
  const { status, reason, message } = split;
  assert.deepEqual([status, reason, generation], ['failed', 'interrupted', 3], app.output().slice(-4_000));
  assert.ok(message, 'a reason has a sentence');
  assert.deepEqual(await deltasOf(id), [1, -1]);
  assert.equal(await db.stem.count({ where: { splitId: id } }), 0);
  const me = (await call('GET', '/me', { key: account.key })).body;
  assert.equal(me['splits_used'], 0);
};

// The songs do not know of each other; most of their time is spent waiting.
describe('a song', { concurrency: true }, () => {
  test('whose worker dies is done by another try', async () => {
    const end = await endOf('worker dies once');
    await assertDoneAtSecond(end);
    assert.deepEqual(await runsOf(end.id), ['completed', 'completed']);
  });

  test('whose worker was started again, and knows nothing of it, is done by another try', async () => {
    await assertDoneAtSecond(await endOf('worker forgets once'));
  });

  test('whose run fails in every attempt is handed on by its failure handler, and done by another run', async () => {
    const end = await endOf('worker refuses once');
    await assertDoneAtSecond(end);
    assert.deepEqual(await runsOf(end.id), ['failed', 'completed']);
  });

  test('whose workers die again and again fails with a reason, and its charge comes back', async () => {
    await assertGivenUp(await endOf('worker dies always'));
  });

  test('whose runs fail again and again fails with a reason, and its charge comes back', async () => {
    const end = await endOf('worker refuses always');
    await assertGivenUp(end);
    assert.deepEqual(await runsOf(end.id), ['failed', 'failed', 'failed']);
  });
});
