// The storage contract against a real S3 server.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { S3mini } from 's3mini';
import { createS3Storage } from '../../server/storage/s3-storage.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { startS3Server, type S3Server } from '../support/s3-server.ts';
import { testStorageContract } from '../support/storage-contract.ts';

const mebibyte = 1024 * 1024;
const bucket = 'partbook';
let server: S3Server;
let storage: Storage;

before(async () => {
  server = await startS3Server();
  const { stop: _, ...access } = server;
  await new S3mini({ ...access, endpoint: `${server.endpoint}/${bucket}` }).createBucket();
  storage = createS3Storage({ ...access, bucket });
});
after(() => server.stop());

testStorageContract(async () => ({ storage, minPartBytes: 5 * mebibyte, capsSignedPuts: false }));

test('a file of many chunks is stored in parts and comes back as it was', async () => {
  const content = randomBytes(20 * mebibyte + 17);
  const cut = Array.from({ length: 21 }, (_, index) =>
    content.subarray(index * mebibyte, (index + 1) * mebibyte),
  );
  const written = await storage.put('a/large', Readable.from(cut), {
    contentType: 'audio/flac',
    maxBytes: content.length,
  });
  assert.equal(written.bytes, content.length);
  const found = await storage.get('a/large');
  assert.deepEqual(found?.head, { bytes: content.length, etag: written.etag, contentType: 'audio/flac' });
  const read: Buffer[] = [];
  for await (const chunk of found?.body ?? []) read.push(chunk as Buffer);
  assert.ok(Buffer.concat(read).equals(content));
  const tooLarge = storage.put('a/larger', Readable.from(cut), {
    contentType: 'audio/flac',
    maxBytes: 18 * mebibyte,
  });
  await assert.rejects(tooLarge);
  assert.equal(await storage.head('a/larger'), null);
});

test('wrong credentials open nothing', async () => {
  const { stop: _, ...access } = server;
  const stranger = createS3Storage({ ...access, bucket, secretAccessKey: 'another-secret' });
  await assert.rejects(stranger.check());
  await assert.rejects(stranger.get('a/large'), /403/);
  const link = await stranger.signGet('a/large', { expiresInSeconds: 60 });
  assert.equal((await fetch(link)).status, 403);
});
