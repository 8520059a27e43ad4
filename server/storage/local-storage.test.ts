import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import type { Env } from '../env.ts';
import { createLog } from '../log.ts';
import { answerStorage } from '../rest/serve-storage.ts';
import { testStorageContract } from '../../tests/support/storage-contract.ts';
import { type WebServer, startWebServer } from '../../tests/support/web-server.ts';
import { createLocalStorage } from './local-storage.ts';
import { StorageUploadGone, type Storage } from './storage.ts';

const secret = 'f'.repeat(40);
let folder = '';
let server: WebServer;
let storage: Storage;

before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'partbook-storage-'));
  const log = createLog(() => {});
  const env = { SITE_URL: 'http://partbook.test' } as Env;
  server = await startWebServer((request) => answerStorage({ storage, log, env }, request));
  storage = createLocalStorage({ folder, secret, siteUrl: server.url, internalBaseUrl: server.url });
});
after(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

testStorageContract(async () => ({ storage, minPartBytes: 65_536, capsSignedPuts: true }));

const put = (key: string, text: string) =>
  storage.put(key, Readable.from([Buffer.from(text)]), { contentType: 'text/plain', maxBytes: 1000 });

test('nothing but the store’s own folders is ever written, and no temporary file stays', async () => {
  assert.deepEqual((await readdir(folder)).sort(), ['objects', 'parts', 'temporary']);
  assert.deepEqual(await readdir(path.join(folder, 'temporary')), []);
});

test('expired, widened, foreign and unsigned addresses are refused, each with a sentence', async () => {
  await put('a/song', 'song');
  const url = await storage.signGet('a/song', { expiresInSeconds: 60 });
  const expired = await storage.signGet('a/song', { expiresInSeconds: 0 });
  const later = new URL(url);
  later.searchParams.set('expires', String(Number(later.searchParams.get('expires')) + 1));
  const extra = `${url}&name=evil.html`;
  const doubled = `${url}&expires=99999999999`;
  const otherSecret = createLocalStorage({ folder, secret: 'g'.repeat(40), siteUrl: server.url });
  const foreign = await otherSecret.signGet('a/song', { expiresInSeconds: 60 });
  for (const wrong of [expired, later.href, extra, doubled, foreign]) {
    const response = await fetch(wrong);
    assert.equal(response.status, 403, wrong);
    const body = (await response.json()) as { error: string; message: string; request_id: string };
    assert.equal(body.error, 'forbidden');
    assert.match(body.message, /Ask for a new one/);
    assert.match(body.request_id, /^req_/);
  }
  assert.equal((await fetch(url)).status, 200);
});

/** The path as written: fetch would tidy it before sending. */
const statusOfPath = (rawPath: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(server.url);
    httpRequest({ host: '127.0.0.1', port, path: rawPath, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });

test('a signature opens its own path only, however another one is spelt', async () => {
  await put('a/song', 'song');
  const { pathname, search } = new URL(await storage.signGet('a/song', { expiresInSeconds: 60 }));
  assert.equal(pathname, '/storage/a/song');
  const tricks = [
    'a//song',
    'b/%2e%2e/a/../../song',
    '%5c..%5ca/song',
    '..%2f..%2fetc/passwd',
    'a/song%00',
    'a/%E2%80%A4%E2%80%A4/song',
    'A/song',
    'a/song/',
    'a/torn',
  ];
  for (const trick of tricks) assert.equal(await statusOfPath(`/storage/${trick}${search}`), 403, trick);
});

test('a PUT that lies about its length, sends another checksum, or breaks off stores nothing', async () => {
  const url = await storage.signPut('a/stem', {
    expiresInSeconds: 60,
    maxBytes: 1000,
    contentType: 'audio/mpeg',
  });
  const md5 = (text: string): string => createHash('md5').update(text).digest('base64');
  const wrong = await fetch(url, { method: 'PUT', body: 'bytes', headers: { 'content-md5': md5('other') } });
  assert.equal(wrong.status, 400);
  const tooLarge = await fetch(url, { method: 'PUT', body: new Uint8Array(1001) });
  assert.equal(tooLarge.status, 413);
  assert.match(((await tooLarge.json()) as { message: string }).message, /1000 bytes/);
  await new Promise<void>((resolve) => {
    const broken = httpRequest(url, { method: 'PUT', headers: { 'content-length': '900' } });
    broken.on('error', () => resolve());
    broken.write(Buffer.alloc(400), () => setImmediate(() => broken.destroy()));
    broken.on('close', () => resolve());
  });
  assert.equal(await storage.head('a/stem'), null);
  const right = await fetch(url, { method: 'PUT', body: 'bytes', headers: { 'content-md5': md5('bytes') } });
  assert.equal(right.status, 200);
  assert.equal(right.headers.get('etag'), `"${createHash('md5').update('bytes').digest('hex')}"`);
});

test('pages of any origin may PUT parts and read the ETag', async () => {
  const url = await storage.signPut('a/cors', {
    expiresInSeconds: 60,
    maxBytes: 10,
    contentType: 'audio/mpeg',
  });
  const preflight = await fetch(url, { method: 'OPTIONS', headers: { origin: 'https://elsewhere.test' } });
  assert.equal(preflight.status, 204);
  assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /PUT/);
  const sent = await fetch(url, { method: 'PUT', body: 'x', headers: { origin: 'https://elsewhere.test' } });
  assert.equal(sent.headers.get('access-control-allow-origin'), '*');
  assert.match(sent.headers.get('access-control-expose-headers') ?? '', /ETag/);
});

test('a part that arrives after the end of its upload is refused and leaves nothing', async () => {
  const upload = await storage.createUpload('uploads/late/source', {
    size: 4,
    partSize: 4,
    expiresInSeconds: 60,
  });
  await storage.abortUpload(upload.id, 'uploads/late/source');
  const late = await fetch(upload.parts[0]?.url ?? '', { method: 'PUT', body: 'late' });
  assert.equal(late.status, 410);
  await assert.rejects(storage.completeUpload(upload.id, 'uploads/late/source', []), StorageUploadGone);
  await assert.rejects(storage.completeUpload('../objects', 'uploads/late/source', []), StorageUploadGone);
});

test('a torn file is an error and never a shorter song', async () => {
  await put('a/torn', 'a whole song');
  const file = path.join(folder, 'objects/a/torn');
  await truncate(file, (await stat(file)).size - 3);
  await assert.rejects(async () => storage.get('a/torn'), /damaged/);
});

test('what a killed process left half-written is swept at the next start, what is being written is not', async () => {
  const stale = path.join(folder, 'temporary/stale');
  const fresh = path.join(folder, 'temporary/fresh');
  await writeFile(stale, randomBytes(10));
  await writeFile(fresh, randomBytes(10));
  await utimes(stale, new Date(0), new Date(0));
  const next = createLocalStorage({ folder, secret, siteUrl: server.url });
  await next.check();
  assert.deepEqual(await readdir(path.join(folder, 'temporary')), ['fresh']);
  await rm(fresh);
});

test('a worker on the same machine gets the near address, everybody else the site’s', async () => {
  const local = createLocalStorage({
    folder,
    secret,
    siteUrl: 'https://partbook.test',
    internalBaseUrl: 'http://127.0.0.1:3000',
  });
  const near = await local.signGet('a/song', { expiresInSeconds: 60, audience: 'worker' });
  const far = await local.signGet('a/song', { expiresInSeconds: 60 });
  assert.match(near, /^http:\/\/127\.0\.0\.1:3000\/storage\/a\/song\?/);
  assert.match(far, /^https:\/\/partbook\.test\/storage\/a\/song\?/);
});
