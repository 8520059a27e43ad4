// The wish list must always hold the place being played, the loop's start, and never more than there is room for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chunksToStart, wantedChunks } from './chunk-plan.ts';
import { chunkFrames, chunkOf } from './song-frames.ts';

test('plays on: current, next, further, one behind', () => {
  const wish = { position: 5 * chunkFrames, loop: null, sampleCount: 100 * chunkFrames, most: 6 };
  assert.deepEqual(wantedChunks(wish), [5, 6, 7, 8, 9, 4]);
});

test('a short loop is held whole and nothing else is fetched but one behind', () => {
  const loop = { start: 3 * chunkFrames + 10, end: 5 * chunkFrames };
  const wish = { position: 4 * chunkFrames, loop, sampleCount: 100 * chunkFrames, most: 7 };
  assert.deepEqual(wantedChunks(wish), [4, 3]);
});

test('a long loop keeps its start pinned', () => {
  const loop = { start: 2 * chunkFrames, end: 60 * chunkFrames };
  const wish = { position: 30 * chunkFrames, loop, sampleCount: 100 * chunkFrames, most: 7 };
  assert.deepEqual(wantedChunks(wish), [30, 31, 2, 32, 33, 34, 29]);
});

test('a start waits for the next chunk only when its own is nearly over, and for none that is not heard next', () => {
  const sampleCount = 100 * chunkFrames;
  const nearEnd = 6 * chunkFrames - 10_000;
  const from = (position: number, loop: { start: number; end: number } | null = null) =>
    chunksToStart({ position, loop, sampleCount });
  assert.deepEqual(from(5 * chunkFrames), [5]);
  assert.deepEqual(from(nearEnd), [5, 6]);
  assert.deepEqual(from(sampleCount - 100), [99]);
  assert.deepEqual(from(nearEnd, { start: 2 * chunkFrames, end: 6 * chunkFrames }), [5, 2]);
  assert.deepEqual(from(nearEnd, { start: nearEnd - 9000, end: nearEnd + 9000 }), [5]);
});

test('any place, any loop: within the budget, within the song, current first, loop start held', () => {
  const sampleCount = 50 * chunkFrames - 1234;
  const frame = fc.integer({ min: 0, max: sampleCount - 1 });
  fc.assert(
    fc.property(frame, frame, frame, fc.integer({ min: 3, max: 21 }), (position, a, b, most) => {
      const loop = Math.abs(a - b) < 4410 ? null : { start: Math.min(a, b), end: Math.max(a, b) };
      const wanted = wantedChunks({ position, loop, sampleCount, most });
      assert.ok(wanted.length <= most);
      assert.equal(new Set(wanted).size, wanted.length);
      assert.equal(wanted[0], chunkOf(position));
      assert.ok(wanted.every((chunk) => chunk >= 0 && chunk <= chunkOf(sampleCount - 1)));
      if (loop) assert.ok(wanted.includes(chunkOf(loop.start)));
      const toStart = chunksToStart({ position, loop, sampleCount });
      assert.deepEqual(wanted.slice(0, toStart.length), toStart);
    }),
  );
});
