// A song's life through the real web process, engine and database, with a stub worker that speaks the contract.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import path from 'node:path';
import type { Db } from '../../server/db/client.ts';
import { createLocalStorage } from '../../server/storage/local-storage.ts';
import { createTestAccount, openTestDb } from '../support/accounts.ts';
import { apiCaller } from '../support/api-call.ts';
import { type RunningApp, startApp } from '../support/app-server.ts';
import { startSongServer, type SongServer } from '../support/song-server.ts';
import { startStubWorker, type StubWorker } from '../support/stub-worker.ts';
import { songForm } from '../support/test-song.ts';

const secret = randomBytes(24).toString('hex');
let app: RunningApp;
let worker: StubWorker;
let songs: SongServer;
let db: Db;
let call: ReturnType<typeof apiCaller>;
let workMs = 300;

before(async () => {
  worker = await startStubWorker({ secret, capacity: 4, maxWaiting: 100, workMs: () => workMs });
  songs = await startSongServer();
  app = await startApp({
    env: { WORKER_URLS: worker.url, WORKER_SECRET: secret, FETCH_ALLOW_CIDRS: '127.0.0.0/8' },
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

const filesOf = async (splitId: string): Promise<string[]> => {
  const storage = createLocalStorage({
    folder: path.join(app.dataDir, 'storage'),
    secret: 'x'.repeat(32),
    siteUrl: app.url,
  });
  const keys: string[] = [];
  for await (const key of storage.list(`splits/${splitId}/`)) keys.push(key);
  return keys;
};

const ended = async (key: string, id: string): Promise<Record<string, unknown>> => {
  for (let tries = 0; tries < 20; tries += 1) {
    const { body } = await call('GET', `/splits/${id}?wait=5`, { key });
    if (body['status'] === 'done' || body['status'] === 'failed') return body;
  }
  throw new Error(`${id} did not end\n${app.output()}`);
};

const eventually = async (what: string, test: () => Promise<boolean>): Promise<void> => {
  for (let tries = 0; tries < 100; tries += 1) {
    if (await test()) return;
    await sleep(100);
  }
  throw new Error(`not so in time: ${what}`);
};

describe('a song', () => {
  test('goes from a form to stems that play, and its source is not kept', async () => {
    const account = await createTestAccount(db);
    const created = await call('POST', '/splits', { key: account.key, raw: songForm(1) });
    assert.equal(created.status, 202, JSON.stringify(created.body));
    const id = String(created.body['id']);
    const split = await ended(account.key, id);
    assert.equal(split['status'], 'done', JSON.stringify(split));
    assert.equal(split['progress'], 100);
    const stems = split['stems'] as unknown as { name: string; mp3_url: string }[];
    assert.deepEqual(
      stems.map(({ name }) => name),
      ['vocals', 'instrumental'],
    );
    for (const { mp3_url: url } of stems) {
      const answer = await fetch(url);
      assert.equal(answer.status, 200);
      assert.match(await answer.text(), /^mp3 of /);
    }
    await eventually(
      'the source is removed',
      async () => !(await filesOf(id)).some((key) => key.endsWith('source')),
    );
    const ledger = await db.ledgerEntry.findMany({ where: { splitId: id } });
    assert.deepEqual(
      ledger.map(({ delta }) => delta),
      [1],
    );
    const events = await db.splitEvent.findMany({ where: { splitId: id }, orderBy: { id: 'asc' } });
    assert.equal(events.at(0)?.status, 'queued');
    assert.equal(events.at(-1)?.status, 'done');
    const progress = events.map((event) => event.progress);
    assert.deepEqual(
      progress,
      progress.toSorted((a, b) => a - b),
    );
    assert.equal(await db.outboxEvent.count(), 0);
  });

  test('runs beside one other of its account and no more; the rest waits in order', async () => {
    workMs = 600;
    const account = await createTestAccount(db);
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const created = await call('POST', '/splits', { key: account.key, raw: songForm(n) });
      ids.push(String(created.body['id']));
    }
    for (const id of ids) await ended(account.key, id);
    const events = await db.splitEvent.findMany({ where: { splitId: { in: ids } }, orderBy: { id: 'asc' } });
    const running = new Set<string>();
    const started: string[] = [];
    for (const { splitId, status } of events) {
      if (status === 'processing' && !started.includes(splitId)) started.push(splitId);
      if (status === 'processing') running.add(splitId);
      else running.delete(splitId);
      assert.ok(running.size <= 2, 'three songs of one account at once');
    }
    assert.deepEqual(started, ids);
    workMs = 300;
  });

  test('deleted while it runs leaves no file, no row and no charge', async () => {
    workMs = 5_000;
    const account = await createTestAccount(db);
    const created = await call('POST', '/splits', { key: account.key, raw: songForm(7) });
    const id = String(created.body['id']);
    await eventually(
      'it runs',
      async () => (await db.split.findUnique({ where: { id } }))?.workerUrl !== null,
    );
    const deleted = await call('DELETE', `/splits/${id}`, { key: account.key });
    assert.equal(deleted.status, 200);
    assert.deepEqual(await filesOf(id), []);
    await eventually('its run is over', async () => {
      const rows = await db.$queryRaw<{ n: bigint }[]>`
        SELECT count(*) AS n FROM engine_runs WHERE status = 'running' AND event LIKE ${`%${id}%`}`;
      return rows[0]?.n === 0n;
    });
    assert.deepEqual(await filesOf(id), []);
    const sum = await db.ledgerEntry.aggregate({ where: { accountId: account.id }, _sum: { delta: true } });
    assert.equal(sum._sum.delta, 0);
    workMs = 300;
  });
});

type Item = {
  index: number;
  status: string;
  reason: string | null;
  message: string | null;
  split_id: string | null;
  split: { charged: string } | null;
};
type Batch = {
  id: string;
  status: string;
  items: Item[];
  counts: Record<string, number>;
  completed_at: string | null;
};

const sendBatch = async (
  key: string,
  paths: readonly string[],
  modelOf: (index: number) => 'vocals' | 'full' = () => 'vocals',
): Promise<Batch> => {
  const items = paths.map((file, index) => ({ audio_url: `${songs.url}${file}`, model: modelOf(index) }));
  const { status, body } = await call('POST', '/splits/batch', { key, json: { items } });
  assert.equal(status, 202, JSON.stringify(body));
  return body as unknown as Batch;
};

const batchAtRest = async (key: string, id: string): Promise<Batch> => {
  for (let tries = 0; tries < 300; tries += 1) {
    const { body } = await call('GET', `/batches/${id}`, { key });
    const batch = body as unknown as Batch;
    if (batch.completed_at !== null) return batch;
    await sleep(100);
  }
  throw new Error(`${id} did not end\n${app.output().slice(-4_000)}`);
};

const chargedTo = async (accountId: string): Promise<number> => {
  const sum = await db.ledgerEntry.aggregate({ where: { accountId }, _sum: { delta: true } });
  return sum._sum.delta ?? 0;
};

describe('a batch', () => {
  test('lets each song fail alone, and the allowance that ends in the middle ends no other', async () => {
    const account = await createTestAccount(db);
    const song = (n: number) => `/song-${n}.wav`;
    const { id } = await sendBatch(account.key, [
      song(0),
      '/missing.wav',
      song(2),
      '/notes.wav',
      ...[4, 5, 6, 7, 8, 9].map(song),
    ]);
    const batch = await batchAtRest(account.key, id);
    assert.deepEqual(
      batch.items.map(({ status, reason }) => (status === 'failed' ? reason : status)),
      [
        'done',
        'fetch_failed',
        'done',
        'unsupported_audio',
        'done',
        'done',
        'done',
        ...Array(3).fill('limit_reached'),
      ],
      JSON.stringify(batch.items),
    );
    for (const { status, message } of batch.items)
      if (status === 'failed') assert.ok(message, 'a reason has a sentence');
    assert.equal(await chargedTo(account.id), 5);
    assert.equal(batch.status, 'done');
  });

  test('of ten good songs is paid from the five left of the month, then with credits, in order, and the rest is refused', async () => {
    const paths = Array.from({ length: 10 }, (_, n) => `/song-${n}.wav`);
    const times = (count: number, what: string) => Array<string>(count).fill(what);
    const payments = async (credits: number, modelOf?: (index: number) => 'vocals' | 'full') => {
      const account = await createTestAccount(db, { credits });
      const { id } = await sendBatch(account.key, paths, modelOf);
      const { status, items, counts } = await batchAtRest(account.key, id);
      assert.equal(status, 'done');
      const done = 5 + credits;
      assert.deepEqual(counts, { queued: 0, processing: 0, done, failed: 10 - done, cancelled: 0 });
      const rows = await db.split.findMany({ where: { batchId: id }, orderBy: { startedAt: 'asc' } });
      assert.deepEqual(
        rows.map((row) => row.id),
        items.flatMap((item) => item.split_id ?? []),
        'started in the order of the batch',
      );
      const me = (await call('GET', '/me', { key: account.key })).body;
      assert.deepEqual([me['splits_used'], me['splits_left'], me['credits']], [5, 0, 0]);
      for (const item of items)
        if (item.status === 'failed') assert.ok(item.message, 'a reason has a sentence');
      return items.map((item) => item.split?.charged ?? item.reason);
    };
    assert.deepEqual(await payments(0), [...times(5, 'allowance'), ...times(5, 'limit_reached')]);
    assert.deepEqual(await payments(2), [
      ...times(5, 'allowance'),
      ...times(2, 'credit'),
      ...times(3, 'limit_reached'),
    ]);
    // A Full Separation costs a free account a credit, also while the month has songs left.
    assert.deepEqual(await payments(2, (index) => (index === 0 ? 'full' : 'vocals')), [
      'credit',
      ...times(5, 'allowance'),
      'credit',
      ...times(3, 'limit_reached'),
    ]);
  });

  test('cancelled at any moment: started songs finish, the others are cancelled, and counts and charges are right', async () => {
    workMs = 120;
    const cancelOne = async (n: number): Promise<void> => {
      const account = await createTestAccount(db);
      const { id } = await sendBatch(
        account.key,
        [1, 2, 3, 4].map((k) => `/song-${n * 4 + k}.wav`),
      );
      await sleep(Math.random() * 2_500);
      const cancelled = await call('DELETE', `/batches/${id}`, { key: account.key });
      assert.equal(cancelled.status, 200);
      const atCancel = (cancelled.body as unknown as Batch).items.map(({ status }) => status);
      const batch = await batchAtRest(account.key, id);
      for (const { index, status } of batch.items)
        assert.equal(status, atCancel[index] === 'cancelled' ? 'cancelled' : 'done', `${id} item ${index}`);
      const done = batch.items.filter(({ status }) => status === 'done').length;
      assert.equal(batch.counts['done'], done);
      assert.equal(batch.counts['cancelled'], 4 - done);
      assert.equal(await chargedTo(account.id), done);
      assert.equal(await db.split.count({ where: { accountId: account.id, status: 'done' } }), done);
    };
    for (let round = 0; round < 10; round += 1)
      await Promise.all([0, 1, 2, 3, 4].map((lane) => cancelOne(round * 5 + lane)));
    workMs = 300;
  });
});
