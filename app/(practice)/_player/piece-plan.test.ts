// Pieces must tile the song without a gap or an overlap, at every speed, and turn exactly at the loop's end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nextPiece } from './piece-plan.ts';
import { chunkFrames, tailFrames } from './song-frames.ts';

test('at 1× pieces end at chunk borders and at the song end', () => {
  const wish = { songStart: 100, loop: null, sampleCount: chunkFrames + 50, twentieths: 20 };
  const first = nextPiece(wish);
  assert.deepEqual(first, {
    chunk: 0,
    songStart: 100,
    frames: chunkFrames - 100,
    outputFrames: chunkFrames - 100,
    next: chunkFrames,
  });
  assert.equal(nextPiece({ ...wish, songStart: chunkFrames }).next, null);
});

test('a loop turns at its end, to the sample', () => {
  const loop = { start: 1000, end: 5411 };
  const piece = nextPiece({ songStart: 2000, loop, sampleCount: 10 * chunkFrames, twentieths: 20 });
  assert.equal(piece.frames, 3411);
  assert.equal(piece.next, 1000);
});

test('past the loop the song plays on', () => {
  const loop = { start: 1000, end: 5411 };
  assert.equal(nextPiece({ songStart: 5411, loop, sampleCount: 10_000, twentieths: 20 }).next, null);
});

test('every speed tiles the song, in whole output frames, within the decoded tail', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 10, max: 30 }),
      fc.integer({ min: 0, max: 3 * chunkFrames }),
      (twentieths, from) => {
        const sampleCount = 5 * chunkFrames + 777;
        let place: number | null = from;
        while (place !== null) {
          const piece = nextPiece({ songStart: place, loop: null, sampleCount, twentieths });
          assert.equal(piece.songStart, place);
          assert.ok(piece.frames > 0);
          assert.ok(place + piece.frames <= (piece.chunk + 1) * chunkFrames + tailFrames);
          if (piece.next !== null) {
            assert.equal(piece.next, place + piece.frames);
            assert.equal((piece.frames * 20) % twentieths, 0);
          }
          place = piece.next;
        }
      },
    ),
  );
});
