// Who may do what: every operation and every person-only verb, by every kind of actor, against a literal table.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { operationIds } from '../../../server/contract/operation-table.ts';
import type { Db } from '../../../server/db/client.ts';
import { newId, newShareId } from '../../../server/domain/ids.ts';
import { createTestAccount, createTestToken, openTestDb, type TestAccount } from '../../support/accounts.ts';
import { apiCaller } from '../../support/api-call.ts';
import { startApp, type RunningApp } from '../../support/app-server.ts';

type ActorName = 'nobody' | 'session' | 'key' | 'token' | 'stranger';
const actors: readonly ActorName[] = ['nobody', 'session', 'key', 'token', 'stranger'];

/** Statuses in the order of `actors`; a session is no credential of the API, a stranger finds nothing. */
const api: Readonly<Record<string, [method: string, path: string, json: unknown, statuses: number[]]>> = {
  getHealth: ['GET', '/health', undefined, [503, 503, 503, 503, 503]],
  getOpenapi: ['GET', '/openapi.json', undefined, [200, 200, 200, 200, 200]],
  getMe: ['GET', '/me', undefined, [401, 401, 200, 200, 200]],
  listSplits: ['GET', '/splits', undefined, [401, 401, 200, 200, 200]],
  getSplit: ['GET', '/splits/SPLIT', undefined, [401, 401, 200, 200, 404]],
  renameSplit: ['PATCH', '/splits/SPLIT', { name: 'B' }, [401, 401, 200, 200, 404]],
  createSplit: ['POST', '/splits', { audio_url: 'nothing' }, [401, 401, 422, 422, 422]],
  createBatch: ['POST', '/splits/batch', { items: [] }, [401, 401, 422, 422, 422]],
  getBatch: ['GET', '/batches/BATCH', undefined, [401, 401, 200, 200, 404]],
  cancelBatch: ['DELETE', '/batches/BATCH', undefined, [401, 401, 200, 200, 404]],
  startUpload: ['POST', '/uploads', { filename: 'a.mp3', size: 3 }, [401, 401, 200, 200, 200]],
  completeUpload: [
    'POST',
    '/uploads/complete',
    { upload_token: 'x', parts: [{ n: 1, etag: 'x' }], filename: 'a.mp3' },
    [401, 401, 404, 404, 404],
  ],
  listSetlists: ['GET', '/setlists', undefined, [401, 401, 200, 200, 200]],
  createSetlist: ['POST', '/setlists', { title: 'A', split_ids: [] }, [401, 401, 201, 201, 402]],
  replaceSetlist: ['PUT', '/setlists/SET', { title: 'A', split_ids: [] }, [401, 401, 200, 200, 402]],
  deleteSetlist: ['DELETE', '/setlists/SET', undefined, [401, 401, 404, 404, 404]],
  deleteSplit: ['DELETE', '/splits/SPLIT', undefined, [401, 401, 404, 404, 404]],
};

/** Verbs of the site, which only a person on the site's own pages may use. */
const site: [path: string, input: unknown, statuses: number[]][] = [
  ['keys.create', { name: 'k' }, [401, 200, 401, 401, 401]],
  ['keys.revoke', { id: 'key_none' }, [401, 404, 401, 401, 401]],
  ['account.rename', { name: 'Ann' }, [401, 200, 401, 401, 401]],
  ['account.delete', { email: 'wrong@example.org' }, [401, 409, 401, 401, 401]],
  ['sessions.end', { session_id: 'sess_none' }, [401, 200, 401, 401, 401]],
  ['uploads.cancel', { upload_token: 'none' }, [401, 200, 401, 401, 401]],
  ['apps.disconnect', { id: 'grant_none' }, [401, 404, 401, 401, 401]],
];

let app: RunningApp;
let db: Db;
let ann: TestAccount;
let credentials: Record<ActorName, Record<string, string>>;
const ids: Record<string, string> = {};

before(async () => {
  app = await startApp({ withWorker: false, withEngine: false });
  db = openTestDb(app.databaseUrl);
  ann = await createTestAccount(db, { plan: 'pro' });
  const stranger = await createTestAccount(db);
  credentials = {
    nobody: {},
    session: { cookie: ann.cookie },
    key: { authorization: `Bearer ${ann.key}` },
    token: { authorization: `Bearer ${await createTestToken(db, ann.id)}` },
    stranger: { authorization: `Bearer ${stranger.key}` },
  };
  ids['SPLIT'] = newId('split');
  ids['BATCH'] = newId('batch');
  ids['SET'] = newId('set');
  await db.split.create({
    data: {
      id: ids['SPLIT'],
      accountId: ann.id,
      sequence: 1n,
      model: 'vocals',
      name: 'A',
      nameChosen: true,
      sourceKind: 'url',
      sourceUrl: 'https://x.org/a.mp3',
      charged: 'allowance',
      shareId: newShareId(),
    },
  });
  await db.batch.create({ data: { id: ids['BATCH'], accountId: ann.id, model: 'vocals' } });
  await db.setlist.create({
    data: { id: ids['SET'], accountId: ann.id, title: 'A', shareId: newShareId() },
  });
});
after(async () => {
  await db?.$disconnect();
  await app?.stop();
});

const filled = (path: string): string => path.replace(/SPLIT|BATCH|SET/, (name) => ids[name] ?? name);

test('the table names every operation there is', () => {
  assert.deepEqual(Object.keys(api).sort(), [...operationIds].sort());
});

for (const [index, actor] of actors.entries()) {
  for (const [id, [method, path, json, statuses]] of Object.entries(api)) {
    // Deleting as the owner ends the rows the other lines speak of, so those lines ask for what is not there.
    const isDelete = id === 'deleteSetlist' || id === 'deleteSplit';
    test(`${actor}: ${id} answers ${statuses[index]}`, async () => {
      const call = apiCaller(app.url);
      const answer = await call(method, isDelete ? path.replace(/SPLIT|SET/, 'gone') : filled(path), {
        json,
        headers: credentials[actor],
      });
      assert.equal(answer.status, statuses[index], JSON.stringify(answer.body));
    });
  }
  for (const [path, input, statuses] of site) {
    test(`${actor}: ${path} answers ${statuses[index]}`, async () => {
      const response = await fetch(`${app.url}/api/trpc/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: app.url, ...credentials[actor] },
        body: JSON.stringify(input),
      });
      assert.equal(response.status, statuses[index], await response.text());
    });
  }
}

test('a change asked for by another site is refused, whatever the cookie', async () => {
  for (const origin of ['https://evil.org', 'null', '']) {
    const response = await fetch(`${app.url}/api/trpc/keys.create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: ann.cookie, ...(origin ? { origin } : {}) },
      body: JSON.stringify({ name: 'k' }),
    });
    assert.equal(response.status, 403);
  }
});

test('a stranger finds nothing to delete where the owner does', async () => {
  const call = apiCaller(app.url);
  for (const path of ['/splits/SPLIT', '/setlists/SET']) {
    assert.equal((await call('DELETE', filled(path), { headers: credentials.stranger })).status, 404);
    assert.equal((await call('DELETE', filled(path), { headers: credentials.key })).status, 200);
    assert.equal((await call('DELETE', filled(path), { headers: credentials.key })).status, 404);
  }
});
