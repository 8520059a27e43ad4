// The end of sessions and of an account: everything of it is gone, rows and files, and nobody else's is touched.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Db } from '../../server/db/client.ts';
import { createTestAccount, createTestToken, openTestDb, type TestAccount } from '../support/accounts.ts';
import { apiCaller } from '../support/api-call.ts';
import { startApp, type RunningApp } from '../support/app-server.ts';

let app: RunningApp;
let db: Db;
let ann: TestAccount;
let bob: TestAccount;

before(async () => {
  app = await startApp({ withWorker: false, withEngine: false });
  db = openTestDb(app.databaseUrl);
  ann = await createTestAccount(db, { plan: 'pro', credits: 2 });
  bob = await createTestAccount(db);
});
after(async () => {
  await db?.$disconnect();
  await app?.stop();
});

const procedure = async (cookie: string, name: string, input: unknown): Promise<Response> =>
  fetch(`${app.url}/api/trpc/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.url, cookie },
    body: JSON.stringify(input),
  });

const storedFiles = async (): Promise<string[]> => {
  const entries = await readdir(path.join(app.dataDir, 'storage'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
};

const sendSong = async (account: TestAccount): Promise<string> => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(2000).fill(1)], { type: 'audio/mpeg' }), 'song.mp3');
  const call = apiCaller(app.url);
  const answer = await call('POST', '/splits', { key: account.key, raw: form });
  assert.equal(answer.status, 202, JSON.stringify(answer.body));
  return String(answer.body['id']);
};

test('the export holds every row of the person, nobody else’s, and no secret, hash or file key', async () => {
  const eve = await createTestAccount(db, { plan: 'pro', credits: 3 });
  const call = apiCaller(app.url);
  const token = await createTestToken(db, eve.id);
  const splitId = await sendSong(eve);
  await call('POST', '/setlists', { key: eve.key, json: { title: 'Tuesday', split_ids: [splitId] } });
  const link = 'https://example.org/a.mp3';
  await call('POST', '/splits/batch', { key: eve.key, json: { items: [{ audio_url: link }] } });
  // More than are read at once.
  const month = new Date(Date.UTC(2026, 0, 1));
  await db.ledgerEntry.createMany({
    data: Array.from({ length: 250 }, (_, index) => ({
      accountId: eve.id,
      kind: 'credit' as const,
      delta: index % 2 === 0 ? 1 : -1,
      month,
      note: `entry ${index}`,
    })),
  });
  const notHers = await sendSong(bob);
  const answer = await fetch(`${app.url}/settings/export`, { headers: { cookie: eve.cookie } });
  assert.equal(answer.status, 200);
  assert.match(
    answer.headers.get('content-disposition') ?? '',
    /^attachment; filename="partbook-export-[\d-]+\.json"$/,
  );
  const text = await answer.text();
  const data = JSON.parse(text) as Record<string, { id?: string; name?: string; items?: unknown[] }[]>;
  assert.equal((data['account'] as { email?: string }).email, eve.email);
  assert.deepEqual(
    data['splits']?.map(({ id }) => id),
    [splitId],
  );
  assert.equal(data['batches']?.[0]?.items?.length, 1);
  assert.equal(data['setlists']?.length, 1);
  assert.equal(data['api_keys']?.[0]?.name, 'test');
  assert.equal(data['connected_apps']?.[0]?.name, 'Test app');
  assert.equal(data['ledger']?.length, 252);
  assert.equal(data['sessions']?.length, 1);
  assert.equal(text.includes(notHers), false);
  const secrets = [eve.key, eve.key.slice(0, 12), token, eve.cookie.split('=')[1] ?? ''];
  const hashes = await db.$queryRaw<{ hash: string }[]>`
    SELECT token_hash AS hash FROM api_keys UNION SELECT token_hash FROM sessions
    UNION SELECT token_hash FROM oauth_tokens UNION SELECT token_hash FROM uploads`;
  assert.ok(hashes.length >= 3);
  for (const secret of [...secrets, ...hashes.map(({ hash }) => hash)]) {
    assert.equal(text.includes(secret), false, 'a secret is in the export');
  }
  assert.doesNotMatch(text, /[?&]key=|hash|pb_(live|at|rt|ac)_/i);
});

test('only a signed-in person gets an export: others are led to the sign-in, a key too', async () => {
  const answers = [{}, { authorization: `Bearer ${ann.key}` }];
  for (const headers of answers) {
    const answer = await fetch(`${app.url}/settings/export`, { headers, redirect: 'manual' });
    assert.equal(answer.status, 303);
    assert.match(answer.headers.get('location') ?? '', /\/signin\?callbackUrl=%2Fsettings$/);
  }
});

test('signing out everywhere ends every session and leaves keys alone', async () => {
  const carl = await createTestAccount(db);
  assert.equal((await procedure(carl.cookie, 'sessions.end', {})).status, 200);
  assert.equal((await procedure(carl.cookie, 'sessions.end', {})).status, 401);
  const call = apiCaller(app.url);
  assert.equal((await call('GET', '/me', { key: carl.key })).status, 200);
});

test('deleting an account needs its address typed', async () => {
  assert.equal((await procedure(ann.cookie, 'account.delete', { email: bob.email })).status, 409);
  assert.ok(await db.account.findUnique({ where: { id: ann.id } }));
});

test('a deleted account leaves no row and no file, and another account keeps its own', async () => {
  const call = apiCaller(app.url);
  const token = await createTestToken(db, ann.id);
  const splitId = await sendSong(ann);
  const kept = await sendSong(bob);
  await call('POST', '/setlists', { key: ann.key, json: { title: 'A', split_ids: [splitId] } });
  await call('POST', '/uploads', { key: ann.key, json: { filename: 'a.mp3', size: 5 } });
  await call('POST', '/splits/batch', {
    key: ann.key,
    json: { items: [{ audio_url: 'https://example.org/a.mp3' }] },
  });
  assert.ok((await storedFiles()).some((file) => file.includes(splitId)));

  const answer = await procedure(ann.cookie, 'account.delete', { email: ann.email });
  assert.equal(answer.status, 200, await answer.text());

  const tables = await db.$queryRaw<{ table_name: string }[]>`
    SELECT table_name FROM information_schema.columns
    WHERE column_name = 'account_id' AND table_schema = 'public'`;
  assert.ok(tables.length >= 10);
  for (const { table_name: table } of tables) {
    const rows = await db.$queryRawUnsafe<{ n: bigint }[]>(
      `SELECT count(*) AS n FROM "${table}" WHERE account_id = $1`,
      ann.id,
    );
    assert.equal(Number(rows[0]?.n), 0, table);
  }
  assert.equal(await db.account.findUnique({ where: { id: ann.id } }), null);
  assert.equal((await call('GET', '/me', { key: ann.key })).status, 401);
  assert.equal((await call('GET', '/me', { key: token })).status, 401);
  const files = await storedFiles();
  assert.equal(
    files.some((file) => file.includes(splitId)),
    false,
    files.join('\n'),
  );
  assert.ok(files.some((file) => file.includes(kept)));
});
