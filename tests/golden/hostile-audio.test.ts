// No file can hurt the worker: each ends in a right reason, within memory, and leaves no process and no file.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { AudioRefused } from '../../workers/audio/audio-refused.ts';
import type { FfmpegBackend } from '../../workers/audio/ffmpeg-backend.ts';
import { openSong } from '../../workers/audio/open-song.ts';
import { damagedSongs } from '../support/damaged-songs.ts';
import { eachFfmpeg } from '../support/each-ffmpeg.ts';
import { awkwardNames, hostileFiles, type HostileFile, type Outcome } from '../support/hostile-files.ts';
import { encode, floatWav, testSong } from '../support/known-song.ts';
import { withTemporaryFolder } from '../support/temporary-folder.ts';

/** The contract's thirty seconds, doubled for a busy machine: past it the file hangs the decoder. */
const hangMs = 60_000;
const memoryCapBytes = { system: 300e6, wasm: 700e6 };

type Watched = { backend: FfmpegBackend; pids: number[]; peakBytes: () => number };

const memoryOf = (pid: number): number => {
  try {
    const [, kib] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kib ?? 0) * 1024;
  } catch {
    return 0;
  }
};

/** Notes every process the backend starts and how much memory it came to hold. */
const watch = (backend: FfmpegBackend): Watched => {
  const pids: number[] = [];
  let peak = 0;
  const start: FfmpegBackend['start'] = (run) => {
    const child = backend.start(run);
    const { pid } = child;
    if (pid === null) return child;
    pids.push(pid);
    const timer = setInterval(() => (peak = Math.max(peak, memoryOf(pid))), 20);
    void child.exited.then(() => clearInterval(timer));
    return child;
  };
  return { backend: { ...backend, start }, pids, peakBytes: () => peak };
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const outcomeOf = async (file: string, workDir: string, backend: FfmpegBackend): Promise<Outcome> => {
  const limits = { minDurationSeconds: 1, maxDurationSeconds: 3600 };
  try {
    const song = await openSong(file, { ...limits, workDir, backend, signal: AbortSignal.timeout(hangMs) });
    for await (const { left, right } of song.decode()) {
      const wild = (sample: number): boolean => !(Math.abs(sample) <= 64);
      assert.ok(!left.some(wild) && !right.some(wild), 'a sample is out of all bounds');
    }
    return 'song';
  } catch (error) {
    if (error instanceof AudioRefused) return error.reason;
    throw new Error(path.basename(file), { cause: error });
  }
};

const tryAll = async (
  context: TestContext,
  backend: FfmpegBackend,
  files: readonly HostileFile[],
): Promise<void> => {
  const watched = watch(backend);
  await withTemporaryFolder(async (dir) => {
    const workDir = path.join(dir, 'work');
    await mkdir(workDir);
    let longest = { name: '', ms: 0 };
    for (const { name, bytes, right } of files) {
      const file = path.join(dir, name);
      await writeFile(file, bytes);
      const startedMs = Date.now();
      const outcome = await outcomeOf(file, workDir, watched.backend);
      const ms = Date.now() - startedMs;
      if (ms > longest.ms) longest = { name, ms };
      assert.ok(
        right.includes(outcome),
        `${JSON.stringify(name)}: ${outcome}, right would be ${right.join(' or ')}`,
      );
      await rm(file);
    }
    assert.deepEqual(await readdir(workDir), [], 'no file is left');
    context.diagnostic(
      `${backend.name}: ${files.length} files, longest ${longest.ms} ms (${longest.name}), peak ${Math.round(watched.peakBytes() / 1e6)} MB`,
    );
  });
  assert.deepEqual(watched.pids.filter(isAlive), [], 'no process is left');
  assert.ok(watched.peakBytes() < memoryCapBytes[backend.name], `${watched.peakBytes()} bytes of memory`);
};

/** A film with and without sound, and a song of silence that unpacks to thousands of times its size. */
const encodedTraps = async (dir: string): Promise<HostileFile[]> => {
  const pictures = path.join(dir, 'pictures.y4m');
  const header = Buffer.from('YUV4MPEG2 W64 H64 F10:1 Ip A1:1 C420jpeg\n');
  const frame = Buffer.concat([Buffer.from('FRAME\n'), Buffer.alloc(64 * 64 * 1.5, 90)]);
  await writeFile(pictures, Buffer.concat([header, ...Array.from({ length: 20 }, () => frame)]));
  const silence = path.join(dir, 'silence.wav');
  await writeFile(silence, floatWav([new Float32Array(8000 * 7200)], 8000));
  const made: [string, string, string, Outcome][] = [
    ['film.mp4', pictures, '-c:v mpeg4', 'unsupported_audio'],
    ['film.m4a', pictures, '-c:v mpeg4 -f mp4', 'unsupported_audio'],
    ['film.ogg', pictures, '-c:v libtheora -f ogg', 'unsupported_audio'],
    ['two-hours.flac', silence, '-c:a flac -sample_fmt s16', 'audio_too_long'],
  ];
  return Promise.all(
    made.map(async ([name, input, args, right]) => {
      const file = await encode(input, path.join(dir, name), args.split(' '));
      return { name, bytes: await readFile(file), right: [right] };
    }),
  );
};

for (const backend of eachFfmpeg()) {
  test(`${backend.name}: what is no song, or lies, is refused with the right reason`, async (context) => {
    await withTemporaryFolder(async (dir) => {
      const names = awkwardNames.map((name): HostileFile => {
        const { left } = testSong(60_000);
        return { name, bytes: floatWav([left], 44_100), right: ['song'] };
      });
      await tryAll(context, backend, [...hostileFiles(), ...names, ...(await encodedTraps(dir))]);
    });
  });

  test(`${backend.name}: a damaged song ends as what is left of it, or in a reason`, async (context) => {
    await withTemporaryFolder(async (dir) => {
      const all = await damagedSongs(dir);
      // The WASM build is the same FFmpeg, and each start of it costs half a second: every third file will do.
      const chosen = backend.name === 'system' ? all : all.filter((_, index) => index % 3 === 0);
      await tryAll(context, backend, chosen);
    });
  });
}
