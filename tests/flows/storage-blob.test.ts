// The storage contract against Vercel Blob's HTTP API, spoken by the real SDK.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import type * as Undici from 'undici';
import type { Storage } from '../../server/storage/storage.ts';
import { createVercelBlobStorage } from '../../server/storage/vercel-blob-storage.ts';
import { type BlobServer, blobToken, readPrefix, startBlobServer } from '../support/blob-server.ts';
import { testStorageContract } from '../support/storage-contract.ts';

const mebibyte = 1024 * 1024;
/** The SDK carries its own undici; Node's fetch and the SDK's share the dispatcher set by it. */
const sdk = createRequire(createRequire(import.meta.url).resolve('@vercel/blob'));
const { Agent, setGlobalDispatcher } = sdk('undici') as typeof Undici;

let server: BlobServer;
let storage: Storage;
const agent = new Agent();

before(async () => {
  server = await startBlobServer();
  process.env['VERCEL_BLOB_API_URL'] = server.url;
  process.env['VERCEL_BLOB_RETRIES'] = '0';
  // Reads go to the vendor's host whatever the settings say.
  const reroute: Undici.Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) =>
    String(options.origin).endsWith('.private.blob.vercel-storage.com')
      ? dispatch({ ...options, origin: server.url, path: readPrefix + options.path.slice(1) }, handler)
      : dispatch(options, handler);
  setGlobalDispatcher(agent.compose(reroute));
  storage = createVercelBlobStorage({ token: blobToken });
});
after(async () => {
  await agent.destroy();
  await server.close();
});

testStorageContract(async () => ({ storage, minPartBytes: 5 * mebibyte, capsSignedPuts: true }));

test('wrong credentials open nothing', async () => {
  const stranger = createVercelBlobStorage({ token: blobToken.replace('secretsecret', 'guessed') });
  await assert.rejects(stranger.check(), /Access denied/);
  await assert.rejects(stranger.signPut('a/x', { expiresInSeconds: 60, maxBytes: 1, contentType: 'a/b' }));
});

test('an address is bound to its path, its size and its time', async () => {
  const url = await storage.signPut('a/mine', {
    expiresInSeconds: 1,
    maxBytes: 4,
    contentType: 'audio/mpeg',
  });
  const send = async (address: string, body: string): Promise<number> => {
    const response = await fetch(address, { method: 'PUT', body });
    await response.arrayBuffer();
    return response.status;
  };
  const changed = (name: string, value: string): string => {
    const other = new URL(url);
    other.searchParams.set(name, value);
    return other.href;
  };
  assert.equal(await send(changed('pathname', 'a/theirs'), 'x'), 403);
  assert.equal(await send(changed('vercel-blob-maximum-size-in-bytes', '400'), 'x'), 403);
  assert.equal(await send(changed('vercel-blob-valid-until', '99999999999999'), 'x'), 403);
  let status = 200;
  for (let turn = 0; turn < 100 && status === 200; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    status = await send(url, 'late');
  }
  assert.equal(status, 403);
});
