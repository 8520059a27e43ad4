// Attempts to leave the store, against every adapter: names that climb, encoded, in Unicode, in keys, addresses and uploads.
import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { test } from 'node:test';
import { allOf, contentOf, put, type StorageUnderTest, type } from './storage-under-test.ts';

/** As written: fetch would tidy the path before sending. Addresses of a vendor's host go by fetch, which the test leads astray. */
const statusOf = async (url: string, method: 'GET' | 'PUT'): Promise<number> => {
  if (!url.startsWith('http://')) {
    const response = await fetch(url, method === 'PUT' ? { method, body: 'x' } : {});
    await response.arrayBuffer();
    return response.status;
  }
  const [, host, port, path] = /^http:\/\/([^:/]+):(\d+)(.*)$/.exec(url) ?? assert.fail(url);
  return new Promise((resolve, reject) => {
    const options = { host, port, path, method, agent: false, headers: { 'content-type': type } };
    const request = httpRequest(options, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', reject).end(method === 'PUT' ? 'x' : undefined);
  });
};

/** The address with the last name of its key spelt otherwise, wherever the address carries the key. */
const respelt = (url: string, name: string, spelling: string): string => {
  const changed = url.replace(new RegExp(`(/|%2F)${name}(?=[?&]|$)`), `$1${spelling}`);
  assert.notEqual(changed, url);
  return changed;
};

export const pathTrickTests = (open: () => Promise<StorageUnderTest>, scope: string): void => {
  const key = (name: string): string => `splits/${scope}/${name}`;

  test('no path trick is a key', async () => {
    const { storage } = await open();
    const whole = { size: 1, partSize: 1, expiresInSeconds: 60 };
    const upload = await storage.createUpload(key('tricked'), whole);
    const tricks = [
      '', '/', '.', '..', '../a', 'a/../b', 'a//b', '/etc/passwd', 'a/', 'a/.hidden', '.a', 'a/./b', 'a\\..\\b',
      '%2e%2e/a', 'a/%2e%2e/b', '..%2fa', 'a\0b', 'a\nb', '\u2024\u2024/a', '\uff0e\uff0e/a', 'a\u2215b',
      'ä', 'a b', 'C:\\a', '~/a', 'a'.repeat(101), Array.from({ length: 80 }, () => 'abcd').join('/'),
    ]; // prettier-ignore
    for (const trick of tricks) {
      await assert.rejects(async () => put(storage, trick, Buffer.from('x')), trick);
      await assert.rejects(async () => storage.get(trick), trick);
      await assert.rejects(async () => storage.head(trick), trick);
      await assert.rejects(async () => storage.delete(trick), trick);
      await assert.rejects(async () => storage.signGet(trick, { expiresInSeconds: 60 }), trick);
      const write = { expiresInSeconds: 60, maxBytes: 1, contentType: type };
      await assert.rejects(async () => storage.signPut(trick, write), trick);
      const parts = { size: 1, partSize: 1, expiresInSeconds: 60 };
      await assert.rejects(async () => storage.createUpload(trick, parts), trick);
      await assert.rejects(async () => storage.deletePrefix(`${trick}/`), trick);
      await assert.rejects(async () => allOf(storage, `${trick}/`), trick);
      await assert.rejects(async () => storage.completeUpload(upload.id, trick, []), trick);
      await assert.rejects(async () => storage.abortUpload(upload.id, trick), trick);
    }
    await storage.abortUpload(upload.id, key('tricked'));
  });

  test('a signed address opens its own path only, however another one is spelt', async () => {
    const { storage } = await open();
    await put(storage, key('own'), Buffer.from('own'));
    await put(storage, key('other'), Buffer.from('other'));
    const read = await storage.signGet(key('own'), { expiresInSeconds: 600 });
    const write = await storage.signPut(key('fresh'), {
      expiresInSeconds: 600,
      maxBytes: 10,
      contentType: type,
    });
    const before = await allOf(storage, '');
    const spellings = [
      'other', `../${scope}/other`, `%2e%2e/${scope}/other`, `.%2e/${scope}/other`, `..%2f${scope}%2fother`,
      'own/../other', 'own%2f..%2fother', '%5c..%5cother', 'other%00', 'own%00', '%c0%ae%c0%ae/other',
      '%E2%80%A4%E2%80%A4/other', '%EF%BC%8E%EF%BC%8E/other', 'OWN', 'own/', '/own', 'other%20',
      '../../../../etc/passwd', '%2e%2e%2f%2e%2e%2f%2e%2e%2fetc%2fpasswd', '%252e%252e%252fother',
    ]; // prettier-ignore
    for (const spelling of spellings) {
      const gets = await statusOf(respelt(read, 'own', spelling), 'GET');
      assert.ok(gets >= 400 && gets < 500, `GET ${spelling} answered ${gets}`);
      const puts = await statusOf(respelt(write, 'fresh', spelling), 'PUT');
      assert.ok(puts >= 400 && puts < 500, `PUT ${spelling} answered ${puts}`);
    }
    assert.deepEqual(await allOf(storage, ''), before);
    for (const name of ['own', 'other'])
      assert.deepEqual(await contentOf(storage, key(name)), Buffer.from(name));
  });

  test('what is no name of an upload completes and removes nothing', async () => {
    const { storage } = await open();
    await put(storage, key('kept'), Buffer.from('kept'));
    const before = await allOf(storage, '');
    for (const id of [
      '',
      '..',
      '../objects',
      '1~1~../../objects',
      'a/b',
      '%2e%2e',
      '1~1~x&partNumber=1',
      'ä',
    ]) {
      await assert.rejects(async () => storage.completeUpload(id, key('never'), []), id);
      await Promise.resolve(storage.abortUpload(id, key('kept'))).catch(() => undefined);
    }
    assert.deepEqual(await allOf(storage, ''), before);
  });
};
