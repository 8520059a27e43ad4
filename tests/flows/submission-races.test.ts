// Twenty submissions at once, spread over two web processes on one database: exactly as many are accepted as may be.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Db } from '../../server/db/client.ts';
import { createTestAccount, openTestDb, type TestAccount } from '../support/accounts.ts';
import { type ApiAnswer, apiCaller } from '../support/api-call.ts';
import { type RunningApp, startApp } from '../support/app-server.ts';

const atOnce = 20;
const rounds = 5;

let apps: RunningApp[] = [];
let db: Db;

before(async () => {
  // Nothing runs the songs: only what is accepted counts here.
  const alone = { withWorker: false, withEngine: false };
  const first = await startApp(alone);
  apps = [first];
  apps.push(await startApp({ ...alone, env: { DATABASE_URL: first.databaseUrl } }));
  db = openTestDb(first.databaseUrl);
});
after(async () => {
  await db.$disconnect();
  for (const app of apps.toReversed()) await app.stop();
});

const submitAtOnce = (account: TestAccount, headers: Record<string, string> = {}): Promise<ApiAnswer[]> =>
  Promise.all(
    Array.from({ length: atOnce }, (_, n) =>
      apiCaller(apps[n % apps.length]?.url ?? '')('POST', '/splits', {
        key: account.key,
        headers,
        json: { audio_url: `https://songs.example.org/${n}.mp3` },
      }),
    ),
  );

const countByStatus = (answers: readonly ApiAnswer[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

const kept = async (account: TestAccount) => {
  const where = { accountId: account.id };
  const ledger = await db.ledgerEntry.aggregate({ where, _sum: { delta: true }, _count: true });
  return {
    songs: await db.split.count({ where }),
    submissions: await db.submission.count({ where }),
    charged: ledger._sum.delta ?? 0,
    entries: ledger._count,
  };
};

test('a pace of ten an hour lets ten in', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const account = await createTestAccount(db, { plan: 'pro' });
    const answers = await submitAtOnce(account);
    assert.deepEqual(countByStatus(answers), { 202: 10, 429: 10 });
    for (const { status, headers } of answers)
      if (status === 429) assert.ok(Number(headers.get('retry-after')) > 0);
    assert.deepEqual(await kept(account), { songs: 10, submissions: 10, charged: 10, entries: 10 });
  }
});

test('an allowance of five lets five in', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const account = await createTestAccount(db);
    assert.deepEqual(countByStatus(await submitAtOnce(account)), { 202: 5, 402: 15 });
    assert.deepEqual(await kept(account), { songs: 5, submissions: 5, charged: 5, entries: 5 });
  }
});

test('one idempotency key starts one song, and every twin is told of it', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const account = await createTestAccount(db);
    const answers = await submitAtOnce(account, { 'idempotency-key': randomUUID() });
    assert.deepEqual(countByStatus(answers), { 202: atOnce });
    assert.equal(new Set(answers.map(({ body }) => body['id'])).size, 1);
    const started = answers.filter(({ headers }) => headers.get('idempotent-replayed') !== 'true');
    assert.equal(started.length, 1);
    assert.deepEqual(await kept(account), { songs: 1, submissions: 1, charged: 1, entries: 1 });
  }
});
