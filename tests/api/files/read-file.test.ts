// GET and HEAD /files/{split_id}/{filename}: against real rows, real storage and real HTTP.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { type Db, openDatabase } from '../../../server/db/client.ts';
import { mp3Url, peaksUrl, previewUrl, wavUrl, zipUrl } from '../../../server/domain/file-links.ts';
import { newId } from '../../../server/domain/ids.ts';
import type { Env } from '../../../server/env.ts';
import { createLog } from '../../../server/log.ts';
import { answerFile } from '../../../server/rest/serve-file.ts';
import { createLocalStorage } from '../../../server/storage/local-storage.ts';
import type { Storage } from '../../../server/storage/storage.ts';
import { makeSplit } from '../../support/made-split.ts';
import { startTestPostgres, type TestDatabase, type TestPostgres } from '../../support/postgres.ts';
import { startWebServer, type WebServer } from '../../support/web-server.ts';

const utf8 = { ...process.env, LC_ALL: 'C.UTF-8' };
const secret = 'k'.repeat(40);
const done = newId('split');
const processing = newId('split');

let postgres: TestPostgres;
let database: TestDatabase;
let db: Db;
let folder = '';
let storage: Storage;
let server: WebServer;
let contents = new Map<string, Buffer>();
let links = { siteUrl: '', secret };

before(async () => {
  postgres = await startTestPostgres();
  database = await postgres.createDatabase();
  const opened = openDatabase(database.url, 4);
  ({ db } = opened);
  folder = await mkdtemp(path.join(os.tmpdir(), 'partbook-files-'));
  storage = createLocalStorage({ folder, secret, siteUrl: 'http://partbook.test' });
  const env = { SITE_URL: 'https://partbook.test', FILE_KEY_SECRET: secret } as Env;
  const log = createLog(() => {});
  server = await startWebServer((request) => answerFile({ ...opened, env, log, storage }, request));
  links = { siteUrl: server.url, secret };
  const account = await db.account.create({ data: { id: newId('acct'), email: 'owner@partbook.test' } });
  const make = (id: string, status: 'done' | 'processing') =>
    makeSplit({ db, storage }, { id, accountId: account.id, name: 'Für Élise', status });
  contents = await make(done, 'done');
  await make(processing, 'processing');
});
after(async () => {
  await server.close();
  await db.$disconnect();
  await database.drop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

const contentOf = (name: string): Buffer => contents.get(name) ?? assert.fail(name);
const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());

test('200: every kind with its type, exact length, name and the headers that keep it private', async () => {
  const table = [
    [mp3Url(links, done, 'vocals'), 'vocals.mp3', 'audio/mpeg', true],
    [previewUrl(links, done, 'vocals'), 'vocals.ogg', 'audio/ogg', false],
    [peaksUrl(links, done, 'vocals'), 'vocals.peaks', 'application/octet-stream', false],
    [wavUrl(links, done, 'instrumental'), 'instrumental.wav', 'audio/wav', true],
  ] as const;
  for (const [url, name, type, isDownload] of table) {
    const response = await fetch(url);
    assert.equal(response.status, 200, name);
    assert.equal(response.headers.get('content-type'), type);
    assert.equal(response.headers.get('content-length'), String(contentOf(name).length));
    assert.equal(response.headers.get('accept-ranges'), 'bytes');
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    assert.match(response.headers.get('cache-control') ?? '', /^private, max-age=\d+, immutable$/);
    assert.equal(response.headers.get('access-control-allow-origin'), 'https://partbook.test');
    const disposition = response.headers.get('content-disposition');
    if (isDownload) {
      assert.match(
        disposition ?? '',
        /^attachment; filename="Fur Elise - \w+\.\w+"; filename\*=UTF-8''F%C3%BCr%20%C3%89lise%20-%20/,
      );
    } else assert.equal(disposition, null);
    assert.deepEqual(await bytesOf(response), contentOf(name));
  }
});

test('200: HEAD says the same as GET and sends nothing', async () => {
  for (const url of [mp3Url(links, done, 'vocals'), zipUrl(links, done)]) {
    const get = await fetch(url);
    const whole = await bytesOf(get);
    const head = await fetch(url, { method: 'HEAD' });
    assert.equal(head.status, 200);
    for (const name of ['content-length', 'content-type', 'etag', 'content-disposition']) {
      assert.equal(head.headers.get(name), get.headers.get(name), name);
    }
    assert.equal(head.headers.get('content-length'), String(whole.length));
  }
});

test('206: one range, also of an old version by If-Range', async () => {
  const url = mp3Url(links, done, 'vocals');
  const content = contentOf('vocals.mp3');
  const etag = (await fetch(url, { method: 'HEAD' })).headers.get('etag') ?? '';
  const read = (range: string, more: Record<string, string> = {}) =>
    fetch(url, { headers: { range, ...more } });
  const middle = await read('bytes=100-199');
  assert.equal(middle.status, 206);
  assert.equal(middle.headers.get('content-range'), `bytes 100-199/${content.length}`);
  assert.equal(middle.headers.get('content-length'), '100');
  assert.deepEqual(await bytesOf(middle), content.subarray(100, 200));
  assert.deepEqual(await bytesOf(await read('bytes=-7')), content.subarray(-7));
  assert.equal((await read('bytes=0-9', { 'if-range': etag })).status, 206);
  assert.equal((await read('bytes=0-9', { 'if-range': '"other"' })).status, 200);
  assert.equal((await read('bytes=0-1,3-4')).status, 200);
});

test('304: the known version is not sent again', async () => {
  const url = mp3Url(links, done, 'vocals');
  const etag = (await fetch(url, { method: 'HEAD' })).headers.get('etag') ?? '';
  for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
    assert.equal((await fetch(url, { headers: { 'if-none-match': known } })).status, 304, known);
  }
  assert.equal((await fetch(url, { headers: { 'if-none-match': '"x"' } })).status, 200);
});

test('404: unknown, foreign, unfinished and keyless addresses are one and the same answer', async () => {
  const url = new URL(mp3Url(links, done, 'vocals'));
  const withKey = (key: string): string => {
    const changed = new URL(url);
    changed.searchParams.set('key', key);
    return changed.href;
  };
  const key = url.searchParams.get('key') ?? '';
  const wrong = [
    url.href.replace(/\?.*/, ''),
    withKey(''),
    withKey(`${key}x`),
    withKey(new URL(mp3Url(links, processing, 'vocals')).searchParams.get('key') ?? ''),
    mp3Url(links, processing, 'vocals'),
    mp3Url(links, newId('split'), 'vocals'),
    mp3Url(links, done, 'drums'),
    mp3Url({ ...links, secret: 'z'.repeat(40) }, done, 'vocals'),
    wavUrl(links, done, 'vocals').replace(/key=.*/, `key=${key}`),
    zipUrl(links, done).replace(/key=.*/, `key=${key}`),
    zipUrl(links, processing),
    url.href.replace('vocals.mp3', 'source'),
    url.href.replace('vocals.mp3', '..%2fsource'),
    url.href.replace('vocals.mp3', 'vocals.exe'),
    url.href.replace(done, '..%2f..%2fetc'),
    url.href.replace('vocals.mp3', '%zz'),
  ];
  const bodies = new Set<string>();
  for (const address of wrong) {
    const response = await fetch(address);
    assert.equal(response.status, 404, address);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    const { error, message, request_id: requestId } = (await response.json()) as Record<string, string>;
    assert.equal(response.headers.get('x-request-id'), requestId);
    bodies.add(`${error} ${message}`);
  }
  assert.equal(bodies.size, 1);
  assert.match([...bodies][0] ?? '', /^not_found /);
});

test('405: files are only read', async () => {
  const response = await fetch(mp3Url(links, done, 'vocals'), { method: 'POST', body: 'x' });
  assert.equal(response.status, 405);
  assert.equal(response.headers.get('allow'), 'GET, HEAD');
});

test('416: a range past the end names the length', async () => {
  const response = await fetch(mp3Url(links, done, 'vocals'), { headers: { range: 'bytes=5000-' } });
  assert.equal(response.status, 416);
  assert.equal(response.headers.get('content-range'), 'bytes */5000');
});

test('the ZIP opens with unzip, and resumes byte for byte at any place', async () => {
  const url = zipUrl(links, done);
  const response = await fetch(url);
  assert.equal(response.headers.get('content-type'), 'application/zip');
  assert.match(response.headers.get('content-disposition') ?? '', /Fur Elise - stems\.zip/);
  const whole = await bytesOf(response);
  assert.equal(response.headers.get('content-length'), String(whole.length));
  const file = path.join(folder, 'stems.zip');
  await writeFile(file, whole);
  const options = {
    env: utf8,
    encoding: 'buffer',
    maxBuffer: 1e7,
  } as const;
  const run = promisify(execFile);
  assert.match((await run('unzip', ['-t', file], options)).stdout.toString(), /No errors detected/);
  for (const stem of ['vocals', 'instrumental']) {
    const { stdout } = await run('unzip', ['-p', file, `Für Élise - ${stem}.wav`], options);
    assert.deepEqual(stdout, contentOf(`${stem}.wav`));
  }
  for (const start of [1, 40, 199_990, 200_100, whole.length - 30]) {
    const rest = await fetch(url, { headers: { range: `bytes=${start}-` } });
    assert.equal(rest.status, 206);
    assert.deepEqual(await bytesOf(rest), whole.subarray(start));
  }
});
