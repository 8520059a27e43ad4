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
