// What a submission costs, and how soon its song starts, on an idle service and while two long songs are being split.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createTestAccount, openTestDb, type TestAccount } from '../../tests/support/accounts.ts';
import { apiCaller } from '../../tests/support/api-call.ts';
import { type RunningApp, startApp } from '../../tests/support/app-server.ts';
import { startSongServer } from '../../tests/support/song-server.ts';
import type { Db } from '../../server/db/client.ts';
import { writeBenchSong } from './bench-song.ts';
import { median } from './measure-rate.ts';

const longSeconds = 300;
/** Two songs each: so many may run at once, and a third would have to wait. */
const accountsEach = 10;
const songsEach = 2;
const startedWithinTries = 100;

type Bench = {
  app: RunningApp;
  db: Db;
  rest: ReturnType<typeof apiCaller>;
  songUrl: string;
  emptyUrl: string;
};
type Times = { post: number[]; empty: number[]; start: number[] };

const timed = async <T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> => {
  const start = performance.now();
  const result = await work();
  return { ms: performance.now() - start, result };
};

const post = async (
  bench: Bench,
  account: TestAccount,
  json: object,
): Promise<{ ms: number; id: string }> => {
  const { ms, result } = await timed(() => bench.rest('POST', '/splits', { key: account.key, json }));
  if (result.status !== 202)
    throw new Error(`POST answered ${result.status}: ${JSON.stringify(result.body)}`);
  return { ms, id: String(result.body['id']) };
};

/** From the moment the song was accepted to the moment it was given its place, as the service itself notes them. */
const untilStarted = async ({ rest }: Bench, account: TestAccount, id: string): Promise<number> => {
  for (let tries = 0; tries < startedWithinTries; tries += 1) {
    const { body } = await rest('GET', `/splits/${id}?wait=5`, { key: account.key });
    const { started_at, created_at } = body as unknown as { started_at: string | null; created_at: string };
    if (started_at !== null) return Date.parse(started_at) - Date.parse(created_at);
  }
  throw new Error(`${id} never started`);
};

const measure = async (bench: Bench): Promise<Times> => {
  const times: Times = { post: [], empty: [], start: [] };
  for (let n = 0; n < accountsEach; n += 1) {
    const account = await createTestAccount(bench.db, { plan: 'pro' });
    for (let song = 0; song < songsEach; song += 1) {
      times.empty.push((await timed(async () => (await fetch(bench.emptyUrl)).text())).ms);
      const { ms, id } = await post(bench, account, { audio_url: bench.songUrl });
      times.post.push(ms);
      times.start.push(await untilStarted(bench, account, id));
      await bench.rest('DELETE', `/splits/${id}`, { key: account.key });
    }
  }
  return times;
};

const tell = (when: string, { post: posts, empty, start }: Times): void => {
  const [postMs, emptyMs, startMs] = [median(posts), median(empty), median(start)];
  const most = (values: number[]) => Math.max(...values).toFixed(0);
  console.log(
    `${when}: POST /splits answers in ${postMs.toFixed(1)} ms (median of ${posts.length}, at most ${most(posts)}), ` +
      `an empty Next route in ${emptyMs.toFixed(1)} ms, ratio ${(postMs / emptyMs).toFixed(1)}; ` +
      `queued → processing in ${startMs.toFixed(0)} ms (at most ${most(start)})`,
  );
};

const startLongSongs = async (bench: Bench, longUrl: string) => {
  const busy = await createTestAccount(bench.db, { plan: 'pro' });
  const ids = [0, 1].map(async () => (await post(bench, busy, { audio_url: longUrl, model: 'full' })).id);
  const started = await Promise.all(ids);
  for (const id of started) await untilStarted(bench, busy, id);
  for (let tries = 0; tries < startedWithinTries; tries += 1) {
    const running = await bench.db.split.count({ where: { id: { in: started }, workerUrl: { not: null } } });
    if (running === started.length) return started;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('the worker took only one of the two long songs');
};

export const submitWhileSplitting = async (emptyUrl: string): Promise<void> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'partbook-bench-'));
  const long = await readFile(await writeBenchSong(folder, longSeconds));
  const songs = await startSongServer({ '/long.mp3': long });
  const app = await startApp({ env: { FETCH_ALLOW_CIDRS: '127.0.0.0/8' } });
  const db = openTestDb(app.databaseUrl);
  const bench = { app, db, rest: apiCaller(app.url), songUrl: `${songs.url}/song-1.wav`, emptyUrl };
  try {
    await measure(bench);
    tell('On an idle service', await measure(bench));
    const running = await startLongSongs(bench, `${songs.url}/long.mp3`);
    tell('While two songs are split', await measure(bench));
    const still = await db.split.count({ where: { id: { in: running }, status: 'processing' } });
    if (still < running.length) throw new Error('a long song ended too soon: the figures say nothing');
  } finally {
    await db.$disconnect();
    await app.stop();
    await songs.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
