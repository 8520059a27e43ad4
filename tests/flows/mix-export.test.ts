// The MP3 of a mix, end to end: page route, worker, encoder; decoded again and measured.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import type { Db } from '../../server/db/client.ts';
import { hashSecret } from '../../server/domain/secrets.ts';
import { newShareId } from '../../server/domain/ids.ts';
import { openWavFile } from '../../workers/audio/wav-file.ts';
import { createTestAccount, openTestDb } from '../support/accounts.ts';
import { type RunningApp, startApp } from '../support/app-server.ts';
import { addFinishedSong } from '../support/finished-song.ts';

const rate = 44_100;
const seconds = 20;
const hertz = { vocals: 440, instrumental: 1000 } as const;
const amplitude = 0.25;

let app: RunningApp;
let db: Db;
let dir: string;
let shareId: string;

const tone = (pitch: number, frames: number) =>
  Float32Array.from(
    { length: frames },
    (_, frame) => amplitude * Math.sin((2 * Math.PI * pitch * frame) / rate),
  );

const wavOf = async (name: keyof typeof hertz): Promise<Buffer> => {
  const file = path.join(dir, `${name}.wav`);
  const wav = await openWavFile(file, 16, { title: 'Two Sines', stem: name, software: 'Partbook' });
  const samples = tone(hertz[name], seconds * rate);
  await wav.write({ left: samples, right: samples });
  await wav.finish();
  return readFile(file);
};

const makeSong = async (): Promise<string> => {
  const account = await createTestAccount(db);
  const stems = [
    { name: 'vocals' as const, files: { wav: await wavOf('vocals') } },
    { name: 'instrumental' as const, files: { wav: await wavOf('instrumental') } },
  ];
  const song = { accountId: account.id, name: 'Two Sines', sampleCount: seconds * rate, stems };
  const added = await addFinishedSong({ db, app }, { ...song, model: 'vocals' });
  return added.shareId;
};

before(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'partbook-mix-'));
  app = await startApp({ withEngine: false });
  db = openTestDb(app.databaseUrl);
  shareId = await makeSong();
});
after(async () => {
  await db?.$disconnect();
  await app?.stop();
  await rm(dir, { recursive: true, force: true });
});

const plain = (changes: Record<string, unknown> = {}) => ({
  format: 'mp3',
  stems: [
    { name: 'vocals', gain: 1, pan: 0 },
    { name: 'instrumental', gain: 1, pan: 0 },
  ],
  start_seconds: 0,
  end_seconds: seconds,
  speed_percent: 100,
  semitones: 0,
  ...changes,
});

const ask = (body: unknown, share = shareId): Promise<Response> =>
  fetch(`${app.url}/share/${share}/mix`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

type Sound = { frames: number; left: Float32Array; right: Float32Array };

const decoded = async (answer: Response): Promise<Sound> => {
  assert.equal(answer.status, 200, answer.ok ? '' : await answer.text());
  assert.equal(answer.headers.get('content-type'), 'audio/mpeg');
  const mp3 = Buffer.from(await answer.arrayBuffer());
  assert.equal(mp3.length, Number(answer.headers.get('content-length')));
  const file = path.join(dir, 'answer.mp3');
  await writeFile(file, mp3);
  const { stdout } = await promisify(execFile)(
    'ffmpeg',
    ['-v', 'error', '-i', file, '-f', 'f32le', '-ac', '2', '-'],
    { encoding: 'buffer', maxBuffer: 1e9 },
  );
  const samples = new Float32Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length));
  const channel = (which: 0 | 1) => samples.filter((_, at) => at % 2 === which);
  return { frames: samples.length / 2, left: channel(0), right: channel(1) };
};

const windowFrames = 8192;

/** Amplitude of a pitch in a window of sound that begins at a frame. */
const strengthAt = (samples: Float32Array, from: number, pitch: number): number => {
  let real = 0;
  let imaginary = 0;
  for (let at = 0; at < windowFrames; at += 1) {
    const hann = 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / windowFrames);
    const angle = (2 * Math.PI * pitch * at) / rate;
    real += hann * (samples[from + at] ?? 0) * Math.cos(angle);
    imaginary += hann * (samples[from + at] ?? 0) * Math.sin(angle);
  }
  return (4 * Math.hypot(real, imaginary)) / windowFrames;
};

/** The mean over eight windows: stretching moves the phase between them, and coding costs a little. */
const strength = (samples: Float32Array, pitch: number): number => {
  const step = Math.floor((samples.length - windowFrames) / 9);
  const windows = Array.from({ length: 8 }, (_, index) => strengthAt(samples, (index + 1) * step, pitch));
  return windows.reduce((sum, one) => sum + one, 0) / windows.length;
};

/** What FFmpeg's libmp3lame leaves of any sound at 192 kbit/s: measured at 440 and 1000 Hz, at every quality of it. */
const afterLame = 0.97;

const near = (heard: number, asked: number, what: string): void => {
  const wanted = afterLame * asked;
  assert.ok(Math.abs(heard - wanted) < 0.01, `${what}: ${String(heard)} instead of ${String(wanted)}`);
};

test('the MP3 has the length of the song to the sample, and each stem as loud as asked and where asked', async () => {
  const stems = [
    { name: 'vocals', gain: 0.5, pan: 0 },
    { name: 'instrumental', gain: 1, pan: -1 },
  ];
  const { frames, left, right } = await decoded(await ask(plain({ stems })));
  assert.equal(frames, seconds * rate);
  near(strength(left, hertz.vocals), amplitude / 2, 'vocals, left');
  near(strength(right, hertz.vocals), amplitude / 2, 'vocals, right');
  near(strength(left, hertz.instrumental), 2 * amplitude, 'instrumental, left');
  near(strength(right, hertz.instrumental), 0, 'instrumental, right');
});

test('where everything is muted the MP3 is silence of the same length', async () => {
  const stems = [{ name: 'vocals', gain: 0, pan: 0 }];
  const { frames, left, right } = await decoded(await ask(plain({ stems })));
  assert.equal(frames, seconds * rate);
  assert.ok([left, right].every((channel) => channel.every((sample) => Math.abs(sample) < 1e-4)));
});

test('a loop at another speed and key has that length and that pitch', async () => {
  const wish = plain({ start_seconds: 4, end_seconds: 12, speed_percent: 80, semitones: 3 });
  const { frames, left } = await decoded(await ask(wish));
  assert.equal(frames, (8 * rate) / 0.8);
  assert.ok(strength(left, hertz.vocals * 2 ** (3 / 12)) > amplitude / 2, 'moved up');
  near(strength(left, hertz.vocals), 0, 'not at its old place');
});

test('a wish that makes no sense is refused with a sentence', async () => {
  const dead = newShareId();
  await db.deadShare.create({ data: { shareHash: hashSecret(dead) } });
  const wanted: [unknown, number, string?][] = [
    [plain(), 404, newShareId()],
    [plain(), 410, dead],
    ['{', 400],
    [JSON.stringify({ padding: 'x'.repeat(20_000) }), 413],
    [plain({ format: 'aiff' }), 422],
    [plain({ speed_percent: 20 }), 422],
    [plain({ start_seconds: seconds + 1, end_seconds: seconds + 2 }), 422],
    [plain({ start_seconds: 5, end_seconds: 5 }), 422],
    [plain({ stems: [{ name: 'drums', gain: 1, pan: 0 }] }), 422],
    [plain({ stems: [plain().stems[0], plain().stems[0]] }), 422],
  ];
  for (const [body, status, share] of wanted) {
    const answer = await ask(body, share);
    const told = (await answer.json()) as { message: string };
    assert.equal(answer.status, status, JSON.stringify([body, told]).slice(0, 400));
    assert.ok(told.message.length > 10);
  }
});

test('more at once than the encoder takes is refused with a time to come back; the others are served', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => ask(plain())));
  const full = answers.filter(({ status }) => status === 503);
  for (const answer of answers) await answer.arrayBuffer();
  assert.ok(full.length > 0, answers.map(({ status }) => status).join());
  assert.ok(full.every(({ headers }) => Number(headers.get('retry-after')) > 0));
  assert.ok(answers.every(({ status }) => status === 200 || status === 503));
  assert.ok(answers.filter(({ status }) => status === 200).length >= 4);
});
