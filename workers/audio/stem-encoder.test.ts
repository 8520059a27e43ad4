import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { withTemporaryFolder } from '../../tests/support/temporary-folder.ts';
import { chooseFfmpeg } from './choose-ffmpeg.ts';
import type { FfmpegChild } from './ffmpeg-backend.ts';
import { mostWaiting, startStemEncoder } from './stem-encoder.ts';

/** More than the pipe takes by itself. */
const frames = 65_536;
const block = { left: new Float32Array(frames), right: new Float32Array(frames) };

const start = (workDir: string, stem: string, givesWay: boolean) => {
  const children: FfmpegChild[] = [];
  const backend = chooseFfmpeg();
  const encoder = startStemEncoder(
    {
      name: backend.name,
      start: (run) => {
        const child = backend.start(run);
        children.push(child);
        return child;
      },
    },
    {
      workDir,
      stems: [
        { mp3: path.join(workDir, `${stem}.mp3`), ogg: null, tags: { title: 't', stem, software: 's' } },
      ],
      givesWay,
    },
  );
  const pid = children[0]?.pid ?? null;
  assert.ok(pid !== null);
  return { encoder, pid };
};

test('an encoder that stands still is given so much and no more, and the rest when it goes on', () =>
  withTemporaryFolder(async (dir) => {
    const { encoder, pid } = start(dir, 'bass', false);
    process.kill(pid, 'SIGSTOP');
    for (let count = 1; count < mostWaiting; count++) await encoder.write([block]);
    let taken = false;
    const last = encoder.write([block]).then(() => {
      taken = true;
    });
    await sleep(300);
    assert.equal(taken, false);
    process.kill(pid, 'SIGCONT');
    await last;
    await encoder.finish();
    const { size } = statSync(path.join(dir, 'bass.mp3'));
    const seconds = (mostWaiting * frames) / 44_100;
    assert.ok(Math.abs(size / 24_000 - seconds) < 0.2, `${size} bytes for ${seconds} s`);
  }));

test('an encoder that is killed while sound waits for it ends the wait, and says what happened', () =>
  withTemporaryFolder(async (dir) => {
    const { encoder, pid } = start(dir, 'bass', false);
    process.kill(pid, 'SIGSTOP');
    for (let count = 1; count < mostWaiting; count++) await encoder.write([block]);
    const last = encoder.write([block]);
    process.kill(pid, 'SIGKILL');
    await assert.rejects(last, /the encoder ended early \(killed\)/);
    await assert.rejects(encoder.finish(), /the encoder failed/);
  }));

test('encoders give way when they are asked to, several started at once, and not otherwise', () =>
  withTemporaryFolder(async (dir) => {
    const stems = ['bass', 'drums', 'other'] as const;
    const polite = stems.map((stem) => start(dir, stem, true));
    const equal = start(dir, 'vocals', false);
    const session = ({ pid }: { pid: number }): string => readFileSync(`/proc/${pid}/autogroup`, 'utf8');
    try {
      for (const each of polite) assert.equal(os.getPriority(each.pid), 10);
      assert.equal(os.getPriority(equal.pid), os.getPriority());
      // Systems that weigh processes by other groups, or none, have no such file.
      if (!existsSync('/proc/self/autogroup')) return;
      for (const end = Date.now() + 10_000; !polite.every((each) => session(each).includes('nice 10'));) {
        assert.ok(Date.now() < end, polite.map(session).join(''));
        await sleep(50);
      }
      assert.match(session(equal), /nice 0/);
    } finally {
      for (const { encoder } of [...polite, equal]) await encoder.abort();
    }
  }));
