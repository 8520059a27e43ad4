import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { limits } from '../contract/limits.ts';
import { AppError } from '../operations/app-error.ts';
import { createLocalStorage } from '../storage/local-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { startWebServer, type WebServer } from '../../tests/support/web-server.ts';
import { readSongForm, type SongForm } from './read-song-form.ts';

const splitId = 'split_0000000000000000000000';
const mebibyte = 1024 * 1024;
let folder = '';
let storage: Storage;
let server: WebServer;
let last: SongForm | AppError | null = null;

before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'partbook-form-'));
  storage = createLocalStorage({ folder, secret: 's'.repeat(40), siteUrl: 'http://partbook.test' });
  server = await startWebServer(async (request) => {
    try {
      last = await readSongForm(request, { storage }, splitId);
      return Response.json({});
    } catch (error) {
      last = error instanceof AppError ? error : assert.fail(String(error));
      return Response.json({ error: last.code, detail: last.detail }, { status: 499 });
    }
  });
});
after(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  last = null;
  await storage.deletePrefix(`splits/${splitId}/`);
});

const keys = async (): Promise<string[]> => {
  const found: string[] = [];
  for await (const key of storage.list('')) found.push(key);
  return found;
};
const assertNothingStays = async (): Promise<void> => {
  assert.deepEqual(await keys(), []);
  assert.deepEqual(await readdir(path.join(folder, 'temporary')), []);
};
const readForm = (): SongForm => (last && 'fields' in last ? last : assert.fail(String(last)));
const refusal = (): AppError => (last instanceof AppError ? last : assert.fail('not refused'));

const song = (bytes: number): File =>
  new File([new Uint8Array(randomBytes(bytes))], 'Für Élise.mp3', { type: 'audio/mpeg' });
const send = async (entries: [string, string | File][]): Promise<number> => {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  const response = await fetch(server.url, { method: 'POST', body: form });
  await response.arrayBuffer();
  return response.status;
};

test('fields before and after the file are read, and the file lies in storage as it was', async () => {
  const file = song(300_000);
  assert.equal(
    await send([
      ['model', 'fast'],
      ['file', file],
      ['name', 'A – B'],
    ]),
    200,
  );
  const form = readForm();
  assert.deepEqual(form.fields, { model: 'fast', name: 'A – B' });
  assert.deepEqual(form.file, {
    key: `splits/${splitId}/source`,
    bytes: 300_000,
    filename: 'Für Élise.mp3',
    contentType: 'audio/mpeg',
  });
  const stored = await storage.head(form.file?.key ?? '');
  assert.equal(
    stored?.etag,
    createHash('md5')
      .update(Buffer.from(await file.arrayBuffer()))
      .digest('hex'),
  );
});

test('a form without a file has none', async () => {
  assert.equal(await send([['model', 'fast']]), 200);
  assert.equal(readForm().file, null);
});

test('exactly the limit is taken; one byte more is 413 and leaves nothing', async () => {
  assert.equal(await send([['file', song(limits.formUploadBytes)]]), 200);
  assert.equal(readForm().file?.bytes, limits.formUploadBytes);
  await storage.deletePrefix(`splits/${splitId}/`);
  assert.equal(
    await send([
      ['file', song(limits.formUploadBytes + 1)],
      ['name', 'x'],
    ]),
    499,
  );
  assert.equal(refusal().code, 'file_too_large');
  assert.match(refusal().message, /100 MB.*POST \/uploads/);
  await assertNothingStays();
  assert.equal(await send([['file', song(limits.formUploadBytes + 3 * mebibyte)]]), 499);
  assert.equal(refusal().code, 'file_too_large');
  await assertNothingStays();
});

test('what is not the form is 422 naming the field, and leaves nothing', async () => {
  const table: [[string, string | File][], string, string][] = [
    [[['file', 'text']], 'file', 'file_type'],
    [[['file', song(0)]], 'file', 'too_short'],
    [[['song', song(10)]], 'song', 'extra_forbidden'],
    [
      [
        ['file', song(70_000)],
        ['file', song(10)],
      ],
      'file',
      'too_long',
    ],
    [
      [
        ['file', song(70_000)],
        ['name', 'a'],
        ['name', 'b'],
      ],
      'name',
      'duplicate',
    ],
    [
      [
        ['file', song(10)],
        ['name', 'x'.repeat(20_000)],
      ],
      'name',
      'string_too_long',
    ],
    [
      [
        ['file', song(10)],
        ['name', 'a\0b'],
      ],
      'name',
      'string_type',
    ],
    [Array.from({ length: 22 }, (_, index) => [`f${index}`, 'x']), 'form', 'too_long'],
  ];
  for (const [entries, field, type] of table) {
    assert.equal(await send(entries), 499, `${field} ${type}`);
    assert.equal(refusal().code, 'validation_failed');
    const [issue] = refusal().detail ?? [];
    assert.deepEqual([issue?.loc, issue?.type], [['body', field], type]);
    await assertNothingStays();
  }
});

test('a form that is cut, garbled or without boundary is 400 and leaves nothing', async () => {
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.mp3"\r\n\r\n';
  const bodies: [string, string][] = [
    ['multipart/form-data; boundary=b', `${head}half of the song`],
    ['multipart/form-data; boundary=b', 'no form at all'],
    ['multipart/form-data; boundary=b', ''],
    ['multipart/form-data', `${head}x\r\n--b--\r\n`],
  ];
  for (const [type, body] of bodies) {
    const response = await fetch(server.url, { method: 'POST', body, headers: { 'content-type': type } });
    await response.arrayBuffer();
    assert.equal(refusal().code, 'bad_request', body);
    await assertNothingStays();
  }
});

test('a fault of storage is not blamed on the sender', async () => {
  const broken: Storage = { ...storage, put: () => Promise.reject(new Error('the disk is full')) };
  const form = new FormData();
  form.append('file', song(200_000));
  form.append('name', 'x');
  const request = new Request('http://partbook.test', { method: 'POST', body: form });
  await assert.rejects(readSongForm(request, { storage: broken }, splitId), /the disk is full/);
});

test('a sender that goes away in the middle leaves nothing', async () => {
  await new Promise<void>((resolve) => {
    const broken = httpRequest(server.url, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '5000000' },
    });
    broken.on('error', () => resolve());
    broken.on('close', () => resolve());
    broken.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.mp3"\r\n\r\n');
    broken.write(randomBytes(400_000), () => setImmediate(() => broken.destroy()));
  });
  for (let turn = 0; turn < 500 && last === null; turn += 1)
    await new Promise((resolve) => setTimeout(resolve, 10));
  assert.equal(refusal().code, 'bad_request');
  await assertNothingStays();
});
