// A batch of ten with every kind of fault in it, through the real worker and its model: each fails alone, with its reason.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Db } from '../../server/db/client.ts';
import { createTestAccount, openTestDb } from '../support/accounts.ts';
import { apiCaller } from '../support/api-call.ts';
import { type RunningApp, startApp } from '../support/app-server.ts';
import { eventually } from '../support/job-desk.ts';
import { startSongServer, type SongServer } from '../support/song-server.ts';
import { testSong } from '../support/test-song.ts';

let app: RunningApp;
let songs: SongServer;
let db: Db;

before(async () => {
  songs = await startSongServer({ '/long.wav': testSong(0, 30) });
  app = await startApp({ env: { FETCH_ALLOW_CIDRS: '127.0.0.0/8', MAX_DURATION_SECONDS: '10' } });
  db = openTestDb(app.databaseUrl);
});
after(async () => {
  await db.$disconnect();
  await app.stop();
  await songs.stop();
});

type Item = { status: string; reason: string | null; message: string | null };

test('a bad link, a file without sound, a song too long and an allowance that ends fail alone', async () => {
  const account = await createTestAccount(db);
  const call = apiCaller(app.url);
  const good = [3, 4, 5, 6, 7, 8, 9].map((n) => `/song-${n}.wav`);
  const items = ['/missing.wav', '/notes.wav', '/long.wav', ...good].map((file) => ({
    audio_url: `${songs.url}${file}`,
  }));
  const sent = await call('POST', '/splits/batch', { key: account.key, json: { items } });
  assert.equal(sent.status, 202, JSON.stringify(sent.body));

  const read = () => call('GET', `/batches/${String(sent.body['id'])}`, { key: account.key });
  await eventually('the batch is over', async () => (await read()).body['completed_at'] !== null, 4 * 60_000);
  const ends = (await read()).body['items'] as unknown as Item[];
  assert.deepEqual(
    ends.map(({ status, reason }) => (status === 'failed' ? reason : status)),
    [
      'fetch_failed',
      'unsupported_audio',
      'audio_too_long',
      ...Array<string>(5).fill('done'),
      ...Array<string>(2).fill('limit_reached'),
    ],
    app.output().slice(-4_000),
  );
  for (const { status, message } of ends)
    if (status === 'failed') assert.ok(message, 'a reason has a sentence');
  const ledger = await db.ledgerEntry.aggregate({ where: { accountId: account.id }, _sum: { delta: true } });
  assert.equal(ledger._sum.delta, 5);
});
