// separateSong whole: file to stems, and what happens when the inference process dies, hangs on to memory or is cancelled.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { openSong } from '../../workers/audio/open-song.ts';
import type { StereoBlock } from '../../workers/dsp/stereo-block.ts';
import { zeroBlock } from '../../workers/dsp/stereo-block.ts';
import {
  endIdleChildren,
  SeparationFailed,
  separateSong,
  type SeparatedSong,
  type SeparateSongOptions,
} from '../../workers/separate-song.ts';
import { separationSettings } from '../../workers/separators/settings.ts';
import { inferenceProcesses, until } from '../support/inference-process.ts';
import { largestDifference, testSong } from '../support/test-signal.ts';
import { openStemWriter } from '../support/write-stem.ts';

const seconds = 14;
const song = testSong(44_100 * seconds);
let folder = '';
let songFile = '';

before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'partbook-separate-'));
  const writer = await openStemWriter({
    dir: folder,
    stem: 'other',
    title: 'test',
    kinds: ['wav'],
    wavBits: 24,
  });
  await writer.write(song);
  const { files } = await writer.finish();
  songFile = files[0]?.path ?? '';
});
afterEach(async () => {
  endIdleChildren();
  await until('the end of all inference processes', () => inferenceProcesses().length === 0);
});
after(() => rm(folder, { recursive: true, force: true }));

let runs = 0;
const run = (changes: Partial<SeparateSongOptions> = {}): Promise<SeparatedSong> =>
  separateSong({
    songFile,
    model: 'vocals',
    title: 'test',
    outDir: path.join(folder, `out-${(runs += 1)}`),
    kinds: ['wav'],
    wavBits: 24,
    limits: { maxDurationSeconds: 60, minDurationSeconds: 1 },
    onProgress: () => undefined,
    signal: new AbortController().signal,
    settings: { ...separationSettings({ DATA_DIR: folder }), threads: 1 },
    ...changes,
  });

const decoded = async (file: string): Promise<StereoBlock> => {
  const limits = { maxDurationSeconds: 60, minDurationSeconds: 1 };
  const opened = await openSong(file, { ...limits, workDir: folder });
  const out = zeroBlock(song.left.length);
  let at = 0;
  for await (const block of opened.decode()) {
    out.left.set(block.left.subarray(0, out.left.length - at), at);
    out.right.set(block.right.subarray(0, out.right.length - at), at);
    at += block.left.length;
  }
  assert.equal(at, song.left.length, `${file} has another length`);
  return out;
};

test('all products: exact lengths, stems that sum to the song, progress that only grows, one process for all', async () => {
  const pids = new Set<number>();
  for (const [model, count] of [
    ['vocals', 2],
    ['fast', 4],
    ['full', 6],
  ] as const) {
    const shown: number[] = [];
    const separated = await run({
      model,
      onProgress: ({ progress }) => {
        shown.push(progress);
        for (const pid of inferenceProcesses()) pids.add(pid);
      },
    });
    assert.equal(separated.sampleCount, song.left.length);
    assert.equal(separated.durationSeconds, seconds);
    assert.match(separated.engine, /^[a-z0-9-]+@/);
    assert.equal(separated.stems.length, count);
    assert.equal(shown.at(-1), 100);
    assert.deepEqual(
      shown,
      shown.toSorted((a, b) => a - b),
    );
    const sum = zeroBlock(song.left.length);
    for (const { files } of separated.stems) {
      const stem = await decoded(files[0]?.path ?? '');
      for (let t = 0; t < sum.left.length; t++) {
        sum.left[t] = (sum.left[t] ?? 0) + (stem.left[t] ?? 0);
        sum.right[t] = (sum.right[t] ?? 0) + (stem.right[t] ?? 0);
      }
    }
    // Each 24-bit file rounds by at most half a step.
    assert.ok(largestDifference(sum, song) < 1e-5, `${model} is off by ${largestDifference(sum, song)}`);
  }
  assert.equal(pids.size, 1, 'the idle process must be used again');
});

test('a process killed under a song is started again, and the song succeeds', async () => {
  let killed = false;
  const lines: string[] = [];
  const separated = await run({
    log: (line) => lines.push(line),
    onProgress: ({ progress }) => {
      if (killed || progress < 20) return;
      killed = true;
      for (const pid of inferenceProcesses()) process.kill(pid, 'SIGKILL');
    },
  });
  assert.ok(killed);
  assert.equal(separated.sampleCount, song.left.length);
  assert.match(lines.join('\n'), /attempt 1 of 2 failed: .*SIGKILL/);
});

test('a process that dies in every attempt ends in separation_failed, with no file left', async () => {
  const outDir = path.join(folder, 'doomed');
  const killer = setInterval(() => {
    for (const pid of inferenceProcesses()) process.kill(pid, 'SIGKILL');
  }, 20);
  try {
    await assert.rejects(run({ outDir }), (error: unknown) => {
      assert.ok(error instanceof SeparationFailed);
      assert.equal(error.reason, 'separation_failed');
      assert.match(error.message, /ended early 2 times/);
      return true;
    });
  } finally {
    clearInterval(killer);
  }
  assert.deepEqual(await readdir(outDir), []);
});

test('cancelling ends the process and leaves no file', async () => {
  const outDir = path.join(folder, 'cancelled');
  const cancel = new AbortController();
  const reason = new Error('the person changed their mind');
  const cancelled = run({
    outDir,
    signal: cancel.signal,
    onProgress: ({ progress }) => {
      if (progress >= 20) cancel.abort(reason);
    },
  });
  await assert.rejects(cancelled, (error) => error === reason);
  assert.deepEqual(inferenceProcesses(), []);
  assert.deepEqual(await readdir(outDir), []);
});

test('a process over its memory cap is ended and says so, without a second try', async () => {
  const settings = { ...separationSettings({ DATA_DIR: folder }), memoryBytes: 40 * 1024 * 1024 };
  const lines: string[] = [];
  await assert.rejects(run({ settings, log: (line) => lines.push(line) }), (error: unknown) => {
    assert.ok(error instanceof SeparationFailed);
    assert.match(error.message, /needs \d+ MB of memory; 40 MB are allowed \(SEPARATION_MEMORY_MB\)/);
    return true;
  });
  assert.deepEqual(lines, []);
});

test('a provider that is not there falls back to cpu with a line in the log', async () => {
  const lines: string[] = [];
  const settings = separationSettings({
    DATA_DIR: folder,
    SEPARATION_PROVIDER: 'cuda',
    SEPARATION_THREADS: '1',
  });
  const separated = await run({ settings, log: (line) => lines.push(line) });
  assert.equal(separated.sampleCount, song.left.length);
  assert.match(lines.join('\n'), /execution provider cuda is not usable here, using cpu instead/);
});

test('an idle process ends after its time', async () => {
  await run({ settings: { ...separationSettings({ DATA_DIR: folder }), threads: 1, idleSeconds: 0.2 } });
  await until('the end of the idle process', () => inferenceProcesses().length === 0);
});

test('unknown engines, bad settings and impossible products are told before any work', async () => {
  await assert.rejects(run({ engine: 'nowhere' }), /no model nowhere here.*npm run models -- add nowhere/);
  assert.throws(() => separationSettings({ SEPARATION_THREADS: 'many' }), /SEPARATION_THREADS/);
});

test('the inference process dies with a parent that is killed', async () => {
  const modulePath = path.join(import.meta.dirname, '../../workers/separate-song.ts');
  const script = path.join(folder, 'parent.ts');
  const options = {
    songFile,
    model: 'vocals',
    title: 't',
    outDir: path.join(folder, 'orphan'),
    kinds: ['wav'],
  };
  await writeFile(
    script,
    `import { separateSong } from ${JSON.stringify(modulePath)};
    void separateSong({ ...${JSON.stringify(options)}, wavBits: 16, signal: new AbortController().signal,
      limits: { maxDurationSeconds: 60, minDurationSeconds: 1 },
      onProgress: ({ progress }) => {
        if (progress <= 10) return;
        console.log('working');
        // Stands still here, so that the song cannot end before the kill.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      } });`,
  );
  const parent = spawn(process.execPath, ['--import', 'tsx', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve) => {
    parent.stdout.once('data', () => resolve());
    parent.once('exit', () => resolve());
  });
  const children = inferenceProcesses(parent.pid);
  assert.equal(children.length, 1);
  parent.kill('SIGKILL');
  await until('the end of the orphaned process', () =>
    children.every((pid) => {
      try {
        process.kill(pid, 0);
        return false;
      } catch {
        return true;
      }
    }),
  );
});
