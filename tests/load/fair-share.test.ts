// 100 accounts with ten songs each, in batches: never more than two of one account at once, in order, and nobody starves.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../server/db/client.ts';
import { createTestAccount, openTestDb, type TestAccount } from '../support/accounts.ts';
import { apiCaller } from '../support/api-call.ts';
import { type RunningApp, startApp } from '../support/app-server.ts';
import { startSongServer, type SongServer } from '../support/song-server.ts';
import { startStubWorker, type StubWorker } from '../support/stub-worker.ts';

const accountCount = 100;
const songsEach = 10;
const latecomerAfter = 100;
const restWithinMs = 9 * 60_000;
const secret = randomBytes(24).toString('hex');

let app: RunningApp;
let worker: StubWorker;
let songs: SongServer;
let db: Db;
let call: ReturnType<typeof apiCaller>;

before(async () => {
  songs = await startSongServer();
  worker = await startStubWorker({ secret, capacity: 4, maxWaiting: 4, workMs: () => 30 });
  app = await startApp({
    env: {
      WORKER_URLS: worker.url,
      WORKER_SECRET: secret,
      FETCH_ALLOW_CIDRS: '127.0.0.0/8',
      PRO_SPLITS_PER_MONTH: '1000',
    },
  });
  db = openTestDb(app.databaseUrl);
  call = apiCaller(app.url);
});
after(async () => {
  await db.$disconnect();
  await app.stop();
  await worker.stop();
  await songs.stop();
});

const sendBatch = async (account: TestAccount, number: number): Promise<void> => {
  const items = Array.from({ length: songsEach }, (_, index) => ({
    audio_url: `${songs.url}/song-${number * songsEach + index}.wav`,
  }));
  const { status, body } = await call('POST', '/splits/batch', { key: account.key, json: { items } });
  assert.equal(status, 202, JSON.stringify(body));
};

const endedCount = (): Promise<number> => db.split.count({ where: { status: { in: ['done', 'failed'] } } });

const waitForEnded = async (count: number): Promise<void> => {
  for (const end = Date.now() + restWithinMs; Date.now() < end; await sleep(250))
    if ((await endedCount()) >= count) return;
  throw new Error(`only ${await endedCount()} of ${count} songs ended`);
};

type LoggedEvent = { splitId: string; status: string; accountId: string; sequence: bigint };

const readLog = async (): Promise<LoggedEvent[]> => {
  const events = await db.splitEvent.findMany({
    orderBy: { id: 'asc' },
    select: { splitId: true, status: true, split: { select: { accountId: true, sequence: true } } },
  });
  return events.map(({ splitId, status, split }) => ({ splitId, status, ...split }));
};

const checkAccount = (events: readonly LoggedEvent[]): void => {
  const running = new Set<string>();
  const started: bigint[] = [];
  for (const { splitId, status, sequence } of events) {
    if (status === 'processing' && !running.has(splitId)) started.push(sequence);
    if (status === 'processing') running.add(splitId);
    else running.delete(splitId);
    assert.ok(running.size <= 2, 'three songs of one account at once');
  }
  assert.deepEqual(
    started,
    started.toSorted((a, b) => Number(a - b)),
  );
};

test('a thousand songs of a hundred accounts run two by two and in order, and a latecomer does not wait for them', async (t) => {
  const accounts: TestAccount[] = [];
  for (let n = 0; n < accountCount; n += 1) accounts.push(await createTestAccount(db, { plan: 'pro' }));
  const startedMs = Date.now();
  for (const [number, account] of accounts.entries()) await sendBatch(account, number);
  await waitForEnded(latecomerAfter);

  const late = await createTestAccount(db);
  const json = { audio_url: `${songs.url}/song-1.wav` };
  const { body } = await call('POST', '/splits', { key: late.key, json });
  const lateId = String(body['id']);
  const atArrival = await endedCount();
  for (;;) {
    const row = await db.split.findUniqueOrThrow({ where: { id: lateId } });
    if (row.completedAt) break;
    await sleep(250);
  }
  const overtaken = (await endedCount()) - atArrival;
  t.diagnostic(`the latecomer was done after ${overtaken} other songs`);
  // All that was running when it came may end first: two of each account, and a few that pass it at the worker's door.
  assert.ok(overtaken <= accountCount * 2 + 50, `${overtaken} songs passed the latecomer`);

  await waitForEnded(accountCount * songsEach + 1);
  t.diagnostic(`${accountCount * songsEach} songs in ${Math.round((Date.now() - startedMs) / 1000)} s`);
  assert.equal(await db.split.count({ where: { status: 'done' } }), accountCount * songsEach + 1);
  const log = await readLog();
  for (const account of accounts) checkAccount(log.filter(({ accountId }) => accountId === account.id));
  const charges = await db.ledgerEntry.aggregate({ where: { kind: 'allowance' }, _sum: { delta: true } });
  assert.equal(charges._sum.delta, accountCount * songsEach + 1);
  const open = await db.batch.count({ where: { completedAt: null } });
  assert.equal(open, 0);
});
