// Files and signed addresses through the real web process: what Next does to bodies, lengths and refusals on the way.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Db } from '../../server/db/client.ts';
import { mp3Url, zipUrl } from '../../server/domain/file-links.ts';
import { newId } from '../../server/domain/ids.ts';
import { createLocalStorage } from '../../server/storage/local-storage.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { createTestAccount, openTestDb } from '../support/accounts.ts';
import { type RunningApp, startApp } from '../support/app-server.ts';
import { makeSplit } from '../support/made-split.ts';

const secret = randomBytes(24).toString('hex');
const mebibyte = 1024 * 1024;
const splitId = newId('split');
let app: RunningApp;
let db: Db;
let storage: Storage;
let contents: Map<string, Buffer>;
let links = { siteUrl: '', secret };

before(async () => {
  app = await startApp({ withWorker: false, withEngine: false, env: { FILE_KEY_SECRET: secret } });
  db = openTestDb(app.databaseUrl);
  storage = createLocalStorage({ folder: path.join(app.dataDir, 'storage'), secret, siteUrl: app.url });
  links = { siteUrl: app.url, secret };
  const { id } = await createTestAccount(db, { plan: 'pro' });
  contents = await makeSplit(
    { db, storage },
    { id: splitId, accountId: id, name: 'Für Élise', status: 'done' },
  );
});
after(async () => {
  await db.$disconnect();
  await app.stop();
});

const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());

test('a stem and the ZIP arrive with their exact length, whole, in part and by HEAD', async () => {
  for (const url of [mp3Url(links, splitId, 'vocals'), zipUrl(links, splitId)]) {
    const response = await fetch(url);
    assert.equal(response.status, 200);
    const whole = await bytesOf(response);
    assert.equal(response.headers.get('content-length'), String(whole.length));
    assert.equal(response.headers.get('transfer-encoding'), null);
    assert.equal(response.headers.get('x-exact-length'), null);
    const head = await fetch(url, { method: 'HEAD' });
    assert.equal(head.headers.get('content-length'), String(whole.length));
    const part = await fetch(url, { headers: { range: 'bytes=100-299' } });
    assert.equal(part.status, 206);
    assert.equal(part.headers.get('content-length'), '200');
    assert.deepEqual(await bytesOf(part), whole.subarray(100, 300));
    const past = await fetch(url, { headers: { range: 'bytes=99999999-' } });
    assert.equal(past.status, 416);
  }
  assert.deepEqual(await bytesOf(await fetch(mp3Url(links, splitId, 'vocals'))), contents.get('vocals.mp3'));
});

const statusOfPath = (rawPath: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.url);
    httpRequest({ host: hostname, port, path: rawPath, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });

test('addresses that climb, are badly encoded or carry the wrong key lead nowhere', async () => {
  const { search } = new URL(mp3Url(links, splitId, 'vocals'));
  const paths = [
    `/files/${splitId}/vocals.mp3`,
    `/files/${splitId}/vocals.wav${search}`,
    `/files/${splitId}/..%2f..%2fsource${search}`,
    `/files/..%2f..%2fetc/passwd${search}`,
    `/files/${splitId}/%2e%2e${search}`,
    `/storage/splits/${splitId}/stems/vocals.mp3`,
    '/storage/..%2f..%2f..%2fetc%2fpasswd?right=get&expires=99999999999&signature=x',
    '/storage/../../etc/passwd',
  ];
  for (const bad of paths) assert.ok([403, 404].includes(await statusOfPath(bad)), bad);
  for (const garbled of [`/files/${splitId}/%zz${search}`, '/storage/%zz']) {
    assert.ok([400, 403, 404].includes(await statusOfPath(garbled)), garbled);
  }
});

test('parts of full size arrive through the site, in parallel; refused ones get their answer', async () => {
  const partSize = 10 * mebibyte;
  const content = randomBytes(2 * partSize + 5);
  const upload = await storage.createUpload('uploads/flow/source', {
    size: content.length,
    partSize,
    expiresInSeconds: 600,
  });
  const send = (url: string, body: Buffer) => fetch(url, { method: 'PUT', body: new Uint8Array(body) });
  const parts = await Promise.all(
    upload.parts.map(async ({ n, url }) => {
      const response = await send(url, content.subarray((n - 1) * partSize, n * partSize));
      assert.equal(response.status, 200);
      return { n, etag: response.headers.get('etag') ?? '' };
    }),
  );
  const first = upload.parts[0]?.url ?? '';
  // Not the last letter: some of its bits are no part of the signature.
  const other = first.at(-2) === 'A' ? 'B' : 'A';
  const forged = await send(first.slice(0, -2) + other + first.slice(-1), content.subarray(0, partSize));
  assert.equal(forged.status, 403);
  assert.equal(((await forged.json()) as { error: string }).error, 'forbidden');
  assert.equal((await send(first, content.subarray(0, partSize + 1))).status, 413);
  assert.equal((await send(first, content.subarray(0, partSize - 1))).status, 400);
  assert.deepEqual(await storage.completeUpload(upload.id, 'uploads/flow/source', parts), {
    bytes: content.length,
  });
  const song = await fetch(await storage.signGet('uploads/flow/source', { expiresInSeconds: 60 }));
  assert.equal(song.headers.get('content-length'), String(content.length));
  assert.ok((await bytesOf(song)).equals(content));
});
