// Every door a song comes in by, a real song and the bundled model: link, form, parts, batch, Dropbox, Google Drive.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeWebStream } from 'node:stream/web';
import { after, before, test } from 'node:test';
import type { BatchWire } from '../../server/contract/batch.ts';
import { limits } from '../../server/contract/limits.ts';
import type { SplitWire } from '../../server/contract/split.ts';
import type { Db } from '../../server/db/client.ts';
import { openSong } from '../../workers/audio/open-song.ts';
import type { StereoBlock } from '../../workers/dsp/stereo-block.ts';
import { createTestAccount, openTestDb, type TestAccount } from '../support/accounts.ts';
import { apiCaller } from '../support/api-call.ts';
import { type RunningApp, startApp } from '../support/app-server.ts';
import { type CloudDrives, startCloudDrives } from '../support/cloud-drives.ts';
import { collect, encode, floatWav, largestDifference, writeSource } from '../support/known-song.ts';
import { type SongServer, startSongServer } from '../support/song-server.ts';

const songFrames = 5 * 44_100;
const stemFolder = path.join(import.meta.dirname, '../fixtures/songs/eif_caesium');
let folder = '';
let song: StereoBlock;
let app: RunningApp;
let drives: CloudDrives;
let songs: SongServer;
let db: Db;
let account: TestAccount;
let rest: ReturnType<typeof apiCaller>;

const decode = async (file: string): Promise<StereoBlock> => {
  const limitsOfTest = { maxDurationSeconds: 60, minDurationSeconds: 1 };
  return collect((await openSong(file, { ...limitsOfTest, workDir: folder })).decode());
};

/** The beginning of the song, mixed of its known stems. */
const mixSong = async (): Promise<StereoBlock> => {
  const mix = { left: new Float32Array(songFrames), right: new Float32Array(songFrames) };
  for (const stem of ['vocals', 'drums', 'other']) {
    const { left, right } = await decode(path.join(stemFolder, `${stem}.flac`));
    for (let t = 0; t < songFrames; t += 1) {
      mix.left[t] = (mix.left[t] ?? 0) + (left[t] ?? 0);
      mix.right[t] = (mix.right[t] ?? 0) + (right[t] ?? 0);
    }
  }
  return mix;
};

const encoded = async (name: string, args: readonly string[]): Promise<Buffer> =>
  readFile(await encode(path.join(folder, 'source.wav'), path.join(folder, name), args));

before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'partbook-doors-'));
  song = await mixSong();
  await writeSource(folder, song);
  const mp3 = await encoded('song.mp3', ['-c:a', 'libmp3lame', '-b:a', '192k']);
  songs = await startSongServer({
    '/song.mp3': mp3,
    '/song.ogg': await encoded('song.ogg', ['-c:a', 'libvorbis']),
    '/song.m4a': await encoded('song.m4a', ['-c:a', 'alac']),
  });
  drives = await startCloudDrives(mp3);
  const authority = path.join(folder, 'authority.pem');
  await writeFile(authority, drives.ca);
  app = await startApp({
    env: {
      FETCH_ALLOW_CIDRS: '127.0.0.0/8',
      FETCH_STAND_IN_HOSTS: drives.hosts.join(','),
      FETCH_STAND_IN_PORT: String(drives.port),
      NODE_EXTRA_CA_CERTS: authority,
    },
  });
  db = openTestDb(app.databaseUrl);
  account = await createTestAccount(db, { plan: 'pro' });
  rest = apiCaller(app.url);
});
after(async () => {
  await db.$disconnect();
  await app.stop();
  await songs.stop();
  await drives.close();
  await rm(folder, { recursive: true, force: true });
});

const accepted = (answer: { status: number; body: unknown }): SplitWire => {
  assert.equal(answer.status, 202, JSON.stringify(answer.body));
  return answer.body as SplitWire;
};
const post = async (json: object): Promise<SplitWire> =>
  accepted(await rest('POST', '/splits', { key: account.key, json }));

/** The bounds below are for a run that hangs, not a claim about speed. */
const finished = async ({ id }: { id: string }): Promise<SplitWire> => {
  for (let tries = 0; tries < 20; tries += 1) {
    const { body } = await rest('GET', `/splits/${id}?wait=20`, { key: account.key });
    const split = body as unknown as SplitWire;
    assert.notEqual(split.status, 'failed', `${split.message}\n${app.output().slice(-4000)}`);
    if (split.status === 'done') return split;
  }
  throw new Error(`${id} did not end\n${app.output().slice(-4000)}`);
};

const downloaded = async (url: string | null, name: string): Promise<StereoBlock> => {
  const response = await fetch(url ?? assert.fail(`no link of ${name}`));
  assert.equal(response.status, 200, name);
  const file = path.join(folder, name);
  await writeFile(file, Buffer.from(await response.arrayBuffer()));
  return decode(file);
};

const loudest = ({ left }: StereoBlock): number =>
  left.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

/** Every stem's MP3 by its keyed link, decoded: exactly as long as the song, and at least one of them to be heard. */
const assertPlays = async (split: SplitWire, stems: readonly string[]): Promise<void> => {
  assert.deepEqual(
    split.stems.map(({ name }) => name),
    stems,
  );
  assert.equal(split.duration_seconds, songFrames / 44_100);
  const levels: number[] = [];
  for (const { name, mp3_url } of split.stems) {
    assert.match(mp3_url ?? '', /[?&]key=[\w-]{20,}/);
    const sound = await downloaded(mp3_url, `${split.id}-${name}.mp3`);
    assert.equal(sound.left.length, songFrames, `${name} of ${split.name}`);
    levels.push(loudest(sound));
  }
  assert.ok(Math.max(...levels) > 0.05, `silence: ${levels.join(' ')}`);
};

const two = ['vocals', 'instrumental'];
const four = ['vocals', 'drums', 'bass', 'other'];
const six = ['vocals', 'drums', 'bass', 'guitar', 'piano', 'other'];

test('a public link in JSON, behind a redirect', async () => {
  const link = `${songs.url}/moved?to=/song.mp3`;
  await assertPlays(await finished(await post({ audio_url: link, name: 'By link' })), two);
});

test('a form, streamed without a length announced', async () => {
  const flac = await encoded('song.flac', ['-c:a', 'flac', '-sample_fmt', 's16']);
  const form = function* (): Generator<Buffer> {
    yield Buffer.from('--b\r\nContent-Disposition: form-data; name="model"\r\n\r\nfast\r\n');
    yield Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="By form.flac"\r\n\r\n');
    for (let at = 0; at < flac.length; at += 10_000) yield flac.subarray(at, at + 10_000);
    yield Buffer.from('\r\n--b--\r\n');
  };
  const response = await fetch(`${app.url}/api/v1/splits`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${account.key}`,
      'content-type': 'multipart/form-data; boundary=b',
    },
    body: Readable.toWeb(Readable.from(form())) as NodeWebStream<Uint8Array>,
    duplex: 'half',
  } as RequestInit);
  const split = await finished(accepted({ status: response.status, body: await response.json() }));
  assert.equal(split.name, 'By form');
  await assertPlays(split, four);
});

/** A WAV with room for a picture before the sound, as recorders leave it: so a short song needs two parts. */
const roomyWav = (): Buffer => {
  const wav = floatWav([song.left, song.right], 44_100);
  const room = Buffer.alloc(9 * 1024 * 1024 + 8);
  room.write('JUNK', 0, 'latin1');
  room.writeUInt32LE(room.length - 8, 4);
  const whole = Buffer.concat([wav.subarray(0, 36), room, wav.subarray(36)]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
};

test('a direct upload in parts; its WAV stems add up to the song, and the previews and the ZIP are there', async () => {
  const wav = roomyWav();
  const start = { filename: 'By parts.wav', size: wav.length };
  const started = await rest('POST', '/uploads', { key: account.key, json: start });
  assert.equal(started.status, 200);
  const { upload_token, parts: places } = started.body as unknown as {
    upload_token: string;
    parts: { n: number; url: string }[];
  };
  assert.equal(places.length, 2);
  const parts: { n: number; etag: string }[] = [];
  for (const { n, url } of places.toReversed()) {
    const bytes = wav.subarray((n - 1) * limits.uploadPartBytes, n * limits.uploadPartBytes);
    const response = await fetch(url, { method: 'PUT', body: new Uint8Array(bytes) });
    assert.equal(response.status, 200);
    parts.push({ n, etag: response.headers.get('etag') ?? '' });
  }
  const json = { upload_token, parts, filename: 'By parts.wav' };
  const split = await finished(accepted(await rest('POST', '/uploads/complete', { key: account.key, json })));
  await assertPlays(split, two);
  const sum = { left: new Float32Array(songFrames), right: new Float32Array(songFrames) };
  for (const { name, wav_url, preview_url } of split.stems) {
    assert.equal((await downloaded(preview_url, `${name}.ogg`)).left.length, songFrames);
    const stem = await downloaded(wav_url, `${name}.wav`);
    for (let t = 0; t < songFrames; t += 1) {
      sum.left[t] = (sum.left[t] ?? 0) + (stem.left[t] ?? 0);
      sum.right[t] = (sum.right[t] ?? 0) + (stem.right[t] ?? 0);
    }
  }
  const worst = Math.max(largestDifference(song.left, sum.left), largestDifference(song.right, sum.right));
  assert.ok(worst < 2 / 32_768, `the stems are off by ${worst}`);
  const zip = await fetch(split.zip_url ?? '');
  assert.equal(zip.headers.get('content-length'), String((await zip.arrayBuffer()).byteLength));
});

test('a batch, of which the link into a private network fails alone', async () => {
  const items = ['/song.ogg', '/moved?to=http://169.254.169.254/latest/meta-data/', '/song.m4a'].map(
    (place) => ({ audio_url: `${songs.url}${place}` }),
  );
  const { status, body } = await rest('POST', '/splits/batch', { key: account.key, json: { items } });
  assert.equal(status, 202, JSON.stringify(body));
  const batch = body as unknown as BatchWire;
  for (const index of [0, 2]) {
    let id: string | null = null;
    for (let tries = 0; tries < 600 && id === null; tries += 1) {
      const now = (await rest('GET', `/batches/${batch.id}`, { key: account.key })).body;
      id = (now as unknown as BatchWire).items[index]?.split_id ?? null;
      if (id === null) await new Promise((resolve) => setTimeout(resolve, 200));
    }
    await assertPlays(await finished({ id: id ?? assert.fail(`item ${index} never began`) }), two);
  }
  const ended = (await rest('GET', `/batches/${batch.id}`, { key: account.key }))
    .body as unknown as BatchWire;
  assert.deepEqual(
    ended.items.map((item) => [item.status, item.reason]),
    [
      ['done', null],
      ['failed', 'url_not_public'],
      ['done', null],
    ],
  );
});

test('share links of Dropbox, as they are copied, through its redirects', async () => {
  drives.requests.splice(0);
  const old = await post({ audio_url: 'https://www.dropbox.com/s/abc/Old%20Song.mp3?dl=0' });
  const link = 'https://www.dropbox.com/scl/fi/abc/Box%20Song.mp3?rlkey=good&st=x&dl=0';
  const split = await finished(await post({ audio_url: link, model: 'full' }));
  assert.equal(split.name, 'Box Song');
  await assertPlays(split, six);
  await assertPlays(await finished(old), two);
  const downloads = drives.requests.filter((line) => line.startsWith('uc0123.dl.dropboxusercontent.com'));
  assert.equal(downloads.length, 2);
});

test('share links of Google Drive, a small file and one behind the form for large ones', async () => {
  drives.requests.splice(0);
  const link = (id: string) => `https://drive.google.com/file/d/${id}/view?usp=sharing`;
  const small = await post({ audio_url: link('small_song_id') });
  const large = await post({ audio_url: link('large_song_id') });
  for (const split of [await finished(small), await finished(large)]) {
    assert.equal(split.name, 'Dríve Song');
    await assertPlays(split, two);
  }
  assert.equal(drives.requests.length, 3, drives.requests.join('\n'));
});

test('what only stands in changes no guard: another private address is refused at the door', async () => {
  for (const audio_url of ['http://10.0.0.1/a.mp3', 'http://[::1]/a.mp3', 'http://169.254.169.254/a.mp3']) {
    const { status, body } = await rest('POST', '/splits', { key: account.key, json: { audio_url } });
    assert.equal(status, 422);
    assert.match(JSON.stringify(body), /url_not_public/);
  }
});
