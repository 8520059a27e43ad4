// The contract of the storage port, run against every adapter: what each must do with real bytes over real HTTP.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { StorageTooLarge, UploadPartRefused } from '../../server/storage/storage.ts';
import { allOf, contentOf, put, type StorageUnderTest, stream, type } from './storage-under-test.ts';
import { pathTrickTests } from './storage-path-tricks.ts';

const send = async (url: string, body: Buffer, headers: Record<string, string> = {}): Promise<Response> => {
  const response = await fetch(url, { method: 'PUT', body: new Uint8Array(body), headers });
  await response.arrayBuffer();
  return response;
};
const drained = async (response: Response): Promise<Response> => {
  await response.arrayBuffer();
  return response;
};
/** A service may look at its clock in whole seconds, so the last moment is found by asking. */
const untilRefused = async (ask: () => Promise<Response>): Promise<void> => {
  let status = 0;
  for (let turn = 0; turn < 150 && status !== 403; turn += 1) {
    ({ status } = await ask());
    assert.ok(status === 200 || status === 206 || status === 403, `answered ${status}`);
    if (status !== 403) await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.equal(status, 403);
};
/** The address of a part with the number of another. */
const renumbered = (url: string, n: number): string => {
  const changed = new URL(url);
  const { searchParams } = changed;
  const name = ['n', 'partNumber', 'pathname'].find((one) => searchParams.has(one)) ?? assert.fail(url);
  searchParams.set(name, (searchParams.get(name) ?? '').replace(/\d+$/, String(n)));
  assert.notEqual(changed.href, url);
  return changed.href;
};
const etagOf = (response: Response): string => {
  assert.equal(response.status, 200);
  return response.headers.get('etag') ?? assert.fail('a PUT answers with an ETag');
};
const refusedPart = (n: number, problem: string) => (error: unknown) => {
  assert.ok(error instanceof UploadPartRefused, String(error));
  assert.deepEqual([error.n, error.problem], [n, problem]);
  return true;
};
const flipped = (url: string, parameter: string): string => {
  const changed = new URL(url);
  const value = changed.searchParams.get(parameter) ?? assert.fail(`no ${parameter} in the address`);
  const last = value.at(-2) === 'A' ? 'B' : 'A';
  changed.searchParams.set(parameter, `${value.slice(0, -2)}${last}${value.slice(-1)}`);
  return changed.href;
};
const signatureParameter = (url: string): string =>
  [...new URL(url).searchParams.keys()].find((name) => /signature/i.test(name)) ?? assert.fail(url);

const fileTests = (open: () => Promise<StorageUnderTest>, scope: string): void => {
  const key = (name: string): string => `splits/${scope}/${name}`;

  test('a file comes back whole, described, and replaced by the next put', async () => {
    const { storage } = await open();
    const content = randomBytes(300_000);
    const written = await storage.put(key('a.mp3'), stream(content.subarray(0, 7), content.subarray(7)), {
      contentType: type,
      maxBytes: content.byteLength,
    });
    assert.equal(written.bytes, content.byteLength);
    assert.doesNotMatch(written.etag, /"/);
    assert.deepEqual(await storage.head(key('a.mp3')), {
      bytes: content.byteLength,
      etag: written.etag,
      contentType: type,
    });
    assert.deepEqual(await contentOf(storage, key('a.mp3')), content);
    const next = await put(storage, key('a.mp3'), Buffer.from('next'));
    assert.notEqual(next.etag, written.etag);
    assert.deepEqual(await contentOf(storage, key('a.mp3')), Buffer.from('next'));
  });

  test('ranges are inclusive, cut at the end, and refused past it', async () => {
    const { storage } = await open();
    await put(storage, key('digits'), Buffer.from('0123456789'));
    const read = async (start: number, end: number): Promise<string> => {
      const found = await storage.get(key('digits'), { start, end });
      return found ? (await buffer(found.body)).toString() : 'nothing';
    };
    assert.equal(await read(0, 0), '0');
    assert.equal(await read(3, 6), '3456');
    assert.equal(await read(8, 99), '89');
    await assert.rejects(read(10, 12), RangeError);
    const found = await storage.get(key('digits'), { start: 2, end: 3 });
    assert.equal(found?.head.bytes, 10, 'the head speaks of the whole file');
    found?.body.destroy();
  });

  test('an empty file is a file', async () => {
    const { storage } = await open();
    await put(storage, key('empty'), Buffer.alloc(0));
    assert.equal((await storage.head(key('empty')))?.bytes, 0);
    assert.deepEqual(await contentOf(storage, key('empty')), Buffer.alloc(0));
  });

  test('more bytes than allowed, and a stream that breaks off, leave nothing and keep what was there', async () => {
    const { storage } = await open();
    await put(storage, key('kept'), Buffer.from('kept'));
    const tooMuch = storage.put(key('kept'), stream(randomBytes(600), randomBytes(600)), {
      contentType: type,
      maxBytes: 1000,
    });
    await assert.rejects(tooMuch, StorageTooLarge);
    const breaking = async function* (): AsyncGenerator<Buffer> {
      yield randomBytes(500);
      await Promise.resolve();
      throw new Error('broke off');
    };
    const broken = (name: string): Promise<unknown> =>
      storage.put(key(name), Readable.from(breaking()), { contentType: type, maxBytes: 1000 });
    await assert.rejects(broken('kept'), /broke off/);
    await assert.rejects(broken('never'), /broke off/);
    assert.deepEqual(await contentOf(storage, key('kept')), Buffer.from('kept'));
    assert.equal(await storage.head(key('never')), null);
  });

  test('a file of many chunks comes back as it was, and one that grows too large on its way leaves nothing', async () => {
    const { storage } = await open();
    const mebibyte = 1024 * 1024;
    const content = randomBytes(20 * mebibyte + 17);
    const chunks = Array.from({ length: 21 }, (_, index) =>
      content.subarray(index * mebibyte, (index + 1) * mebibyte),
    );
    const send = (name: string, maxBytes: number) =>
      storage.put(key(name), stream(...chunks), { contentType: type, maxBytes });
    const { bytes, etag } = await send('large', content.length);
    assert.equal(bytes, content.length);
    assert.deepEqual(await storage.head(key('large')), { bytes, etag, contentType: type });
    assert.ok((await contentOf(storage, key('large')))?.equals(content));
    await assert.rejects(send('larger', 18 * mebibyte), StorageTooLarge);
    assert.equal(await storage.head(key('larger')), null);
  });

  test('what is not there is null, and deleting it is no error', async () => {
    const { storage } = await open();
    assert.equal(await storage.head(key('nothing')), null);
    assert.equal(await storage.get(key('nothing')), null);
    await storage.delete(key('nothing'));
    await storage.deletePrefix(`splits/${scope}-nothing/`);
    assert.deepEqual(await allOf(storage, `splits/${scope}-nothing/`), []);
  });

  test('a prefix lists and deletes its own files and no others', async () => {
    const { storage } = await open();
    const names = ['source', 'stems/bass.mp3', 'stems/drums.mp3', 'stems/vocals.wav'];
    const owners = [`${scope}-x`, `${scope}-x2`];
    for (const owner of owners) {
      for (const name of names) await put(storage, `splits/${owner}/${name}`, Buffer.from(name));
    }
    const keys = names.map((name) => `splits/${scope}-x/${name}`);
    assert.deepEqual(await allOf(storage, `splits/${scope}-x/`), keys);
    await storage.deletePrefix(`splits/${scope}-x/`);
    assert.deepEqual(await allOf(storage, `splits/${scope}-x/`), []);
    assert.equal((await allOf(storage, `splits/${scope}-x2/`)).length, names.length);
    await storage.deletePrefix(`splits/${scope}-x2/`);
    await assert.rejects(async () => storage.deletePrefix(''));
    await assert.rejects(async () => storage.deletePrefix(`splits/${scope}-x`));
  });

  test('the check writes, reads and leaves nothing', async () => {
    const { storage } = await open();
    await storage.check();
    assert.deepEqual(await allOf(storage, 'probes/'), []);
  });
};

const linkTests = (open: () => Promise<StorageUnderTest>, scope: string): void => {
  const key = (name: string): string => `splits/${scope}/${name}`;

  test('a signed GET serves the file, its ranges and its download name until it expires', async () => {
    const { storage } = await open();
    await put(storage, key('song'), Buffer.from('0123456789'));
    const url = await storage.signGet(key('song'), { expiresInSeconds: 600, downloadName: 'Für Élise.mp3' });
    const whole = await fetch(url);
    assert.equal(whole.status, 200);
    assert.equal(await whole.text(), '0123456789');
    assert.match(whole.headers.get('content-disposition') ?? '', /attachment/);
    const part = await fetch(url, { headers: { range: 'bytes=2-4' } });
    assert.equal(part.status, 206);
    assert.equal(part.headers.get('content-range'), 'bytes 2-4/10');
    assert.equal(await part.text(), '234');
  });

  test('every signed address is refused after its time: to read, to write, and of a part', async () => {
    const { storage, minPartBytes } = await open();
    const brief = { expiresInSeconds: 1 };
    const content = Buffer.from('0123456789');
    await put(storage, key('brief'), content);
    const read = await storage.signGet(key('brief'), brief);
    const write = await storage.signPut(key('late'), { ...brief, maxBytes: 10, contentType: type });
    const size = { size: content.length, partSize: minPartBytes };
    const upload = await storage.createUpload(`uploads/${scope}-late/source`, { ...size, ...brief });
    await untilRefused(() => fetch(read).then(drained));
    await untilRefused(() => send(write, content, { 'content-type': type }));
    await storage.delete(key('late'));
    await untilRefused(() => send(upload.parts[0]?.url ?? '', content));
    assert.equal((await send(write, content, { 'content-type': type })).status, 403);
    assert.equal(await storage.head(key('late')), null);
    await storage.abortUpload(upload.id, `uploads/${scope}-late/source`);
  });

  test('a changed address is refused', async () => {
    const { storage } = await open();
    await put(storage, key('mine'), Buffer.from('mine'));
    await put(storage, key('theirs'), Buffer.from('theirs'));
    const url = await storage.signGet(key('mine'), { expiresInSeconds: 600 });
    assert.equal((await fetch(flipped(url, signatureParameter(url)))).status, 403);
    assert.equal((await fetch(url.replace('/mine?', '/theirs?'))).status, 403);
    const bare = new URL(url);
    bare.search = '';
    assert.equal((await fetch(bare)).ok, false);
    assert.equal((await send(url, Buffer.from('over'))).ok, false);
    assert.deepEqual(await contentOf(storage, key('mine')), Buffer.from('mine'));
  });

  test('a signed PUT stores what is sent, under its type and no other name', async () => {
    const { storage, capsSignedPuts } = await open();
    const options = { expiresInSeconds: 600, maxBytes: 1000, contentType: type };
    const url = await storage.signPut(key('stem.mp3'), options);
    const content = randomBytes(1000);
    const response = await send(url, content, { 'content-type': type });
    assert.equal(response.status, 200);
    assert.deepEqual(await contentOf(storage, key('stem.mp3')), content);
    assert.equal((await storage.head(key('stem.mp3')))?.contentType, type);
    assert.equal((await send(url, Buffer.from('again'), { 'content-type': type })).status, 200);
    if (capsSignedPuts) {
      assert.equal((await send(url, randomBytes(1001), { 'content-type': type })).ok, false);
    }
    const other = url.replace('/stem.mp3?', '/other.mp3?');
    if (other !== url) assert.equal((await send(other, content, { 'content-type': type })).status, 403);
    assert.equal((await send(flipped(url, signatureParameter(url)), content)).status, 403);
    assert.deepEqual(await contentOf(storage, key('stem.mp3')), Buffer.from('again'));
    assert.equal(await storage.head(key('other.mp3')), null);
  });
};

const uploadTests = (open: () => Promise<StorageUnderTest>, scope: string): void => {
  const key = (name: string): string => `uploads/${scope}-${name}/source`;
  const start = async (name: string, tail = 1234) => {
    const under = await open();
    const partSize = under.minPartBytes;
    const content = randomBytes(partSize * 2 + tail);
    const upload = await under.storage.createUpload(key(name), {
      size: content.byteLength,
      partSize,
      expiresInSeconds: 600,
    });
    const slice = (n: number): Buffer => content.subarray((n - 1) * partSize, n * partSize);
    const url = (n: number): string =>
      upload.parts.find((part) => part.n === n)?.url ?? assert.fail(`no part ${n}`);
    return { ...under, content, upload, slice, url, partSize };
  };

  test('parts in any order, in parallel and repeated become the one file; completing again is the same', async () => {
    const { storage, content, upload, slice, url } = await start('order');
    assert.deepEqual(
      upload.parts.map((part) => part.n),
      [1, 2, 3],
    );
    await send(url(2), slice(2));
    const [third, first] = await Promise.all([send(url(3), slice(3)), send(url(1), slice(1))]);
    const second = await send(url(2), slice(2));
    assert.ok(third && first);
    const parts = [
      { n: 3, etag: etagOf(third) },
      { n: 1, etag: etagOf(first).replaceAll('"', '') },
      { n: 2, etag: etagOf(second) },
    ];
    assert.deepEqual(await storage.completeUpload(upload.id, key('order'), parts), {
      bytes: content.byteLength,
    });
    const md5 = (bytes: Buffer | null) =>
      createHash('md5')
        .update(bytes ?? '')
        .digest('hex');
    assert.equal(md5(await contentOf(storage, key('order'))), md5(content));
    assert.deepEqual(await storage.completeUpload(upload.id, key('order'), parts), {
      bytes: content.byteLength,
    });
    assert.deepEqual(await allOf(storage, `uploads/${scope}-order/`), [key('order')]);
  });

  test('a part with other bytes, number, length or signature is refused by name', async () => {
    const { storage, upload, slice, url, content } = await start('wrong');
    const sent: { n: number; etag: string }[] = [];
    for (const n of [1, 2]) sent.push({ n, etag: etagOf(await send(url(n), slice(n))) });
    const complete = (parts: { n: number; etag: string }[]) =>
      storage.completeUpload(upload.id, key('wrong'), parts);
    await assert.rejects(complete(sent), refusedPart(3, 'missing'));
    await assert.rejects(
      complete([...sent, { n: 3, etag: '"d41d8cd98f00b204e9800998ecf8427e"' }]),
      refusedPart(3, 'missing'),
    );
    sent.push({ n: 3, etag: etagOf(await send(url(3), slice(3))) });
    const otherEtag = sent.map((part) => (part.n === 2 ? { n: 2, etag: sent[0]?.etag ?? '' } : part));
    await assert.rejects(complete(otherEtag), refusedPart(2, 'mismatch'));
    await assert.rejects(complete([...sent, { n: 4, etag: '"x"' }]), refusedPart(4, 'unknown'));
    const first = sent[0] ?? assert.fail();
    await assert.rejects(complete([...sent, first]), refusedPart(1, 'duplicate'));
    const changed = Buffer.from(slice(2));
    changed[0] = (changed[0] ?? 0) ^ 1;
    assert.equal((await send(url(2), changed)).status, 200);
    await assert.rejects(complete(sent), refusedPart(2, 'mismatch'));
    assert.equal((await send(flipped(url(2), signatureParameter(url(2))), slice(2))).status, 403);
    assert.equal((await send(renumbered(url(2), 1), slice(2))).status, 403);
    assert.equal(await storage.head(key('wrong')), null);
    await send(url(2), slice(2));
    assert.deepEqual(await complete(sent), { bytes: content.byteLength });
  });

  test('a part of another length never makes a file', async () => {
    const { storage, upload, slice, url } = await start('length');
    const first = etagOf(await send(url(1), slice(1)));
    const third = etagOf(await send(url(3), slice(3)));
    for (const wrong of [slice(2).subarray(1), Buffer.concat([slice(2), Buffer.from('x')])]) {
      const response = await send(url(2), wrong);
      if (wrong.length > slice(2).length) assert.equal(response.ok, false, 'too much is refused at once');
      const etag = response.headers.get('etag') ?? '"none"';
      const parts = [
        { n: 1, etag: first },
        { n: 2, etag },
        { n: 3, etag: third },
      ];
      await assert.rejects(
        storage.completeUpload(upload.id, key('length'), parts),
        (error: unknown) => error instanceof UploadPartRefused && error.n === 2,
      );
    }
    assert.equal(await storage.head(key('length')), null);
  });

  test('an aborted upload takes no part, makes no file and leaves nothing', async () => {
    const { storage, upload, slice, url } = await start('abort');
    const etag = etagOf(await send(url(1), slice(1)));
    await storage.abortUpload(upload.id, key('abort'));
    await storage.abortUpload(upload.id, key('abort'));
    const late = await send(url(2), slice(2));
    // Where a part is a file of its own its address lives on; what comes by it goes with the next abort.
    if (late.ok) await storage.abortUpload(upload.id, key('abort'));
    await assert.rejects(storage.completeUpload(upload.id, key('abort'), [{ n: 1, etag }]));
    assert.equal(await storage.head(key('abort')), null);
    assert.deepEqual(await allOf(storage, `uploads/${scope}-abort/`), []);
  });

  test('an upload of one small part works', async () => {
    const { storage } = await open();
    const upload = await storage.createUpload(key('small'), {
      size: 5,
      partSize: 10_485_760,
      expiresInSeconds: 600,
    });
    assert.equal(upload.parts.length, 1);
    const etag = etagOf(await send(upload.parts[0]?.url ?? '', Buffer.from('small')));
    assert.deepEqual(await storage.completeUpload(upload.id, key('small'), [{ n: 1, etag }]), { bytes: 5 });
    assert.deepEqual(await contentOf(storage, key('small')), Buffer.from('small'));
  });
};

/** `open` answers the same storage every time; `scope` keeps the keys of parallel runs apart. */
export const testStorageContract = (open: () => Promise<StorageUnderTest>): void => {
  const scope = randomBytes(6).toString('hex');
  fileTests(open, scope);
  linkTests(open, scope);
  pathTrickTests(open, scope);
  uploadTests(open, scope);
};
