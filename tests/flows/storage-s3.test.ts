// The storage contract against a real S3 server.
import assert from 'node:assert/strict';
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

test('wrong credentials open nothing', async () => {
  const { stop: _, ...access } = server;
  const stranger = createS3Storage({ ...access, bucket, secretAccessKey: 'another-secret' });
  await assert.rejects(stranger.check());
  await assert.rejects(stranger.get('a/large'), /403/);
  const link = await stranger.signGet('a/large', { expiresInSeconds: 60 });
  assert.equal((await fetch(link)).status, 403);
});
