import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { placeChunk, stepSamples, usedSamples } from './chunking.ts';
import { OverlapAdd } from './overlap-add.ts';
import { SongBuffer } from './song-buffer.ts';
import { trapezoid, triangle } from './window.ts';

const ramp = (length: number): Float32Array => Float32Array.from({ length }, (_, t) => Math.sin(t * 0.37));

test('chunks of any size, trim and overlap cover the song exactly once after weighting', () => {
  const plan = fc.record({
    chunk: fc.integer({ min: 20, max: 300 }),
    trim: fc.integer({ min: 0, max: 8 }),
    overlap: fc.double({ min: 0, max: 0.49, noNaN: true }),
    total: fc.integer({ min: 1, max: 1500 }),
    align: fc.integer({ min: 1, max: 4 }),
    triangular: fc.boolean(),
  });
  fc.assert(
    fc.property(plan, ({ chunk, trim, overlap, align, total, triangular }) => {
      const chunking = { chunkSamples: chunk, trimSamples: trim, overlap, alignSamples: align };
      const song = new SongBuffer();
      song.append({ left: ramp(total), right: ramp(total).map((value) => -value) });
      song.finish();
      const used = usedSamples(chunking);
      const weights = triangular ? triangle(used) : trapezoid(used, used - stepSamples(chunking));
      const sum = new OverlapAdd(1, weights, stepSamples(chunking));
      const out: number[] = [];
      for (let index = 0, place = placeChunk(chunking, 0, total); place; index++) {
        const piece = { ...place, blocks: [song.read(place.readFrom, chunk)] };
        place = placeChunk(chunking, index + 1, total);
        out.push(...(sum.add(piece, place ? place.start : total)[0]?.left ?? []));
      }
      assert.equal(out.length, total);
      for (let t = 0; t < total; t++) assert.ok(Math.abs(out[t]! - Math.sin(t * 0.37)) < 1e-5, `sample ${t}`);
    }),
    { numRuns: 120 },
  );
});

test('a hole between chunks, a third overlap and vanishing weights are errors, not silence', () => {
  const block = (): { left: Float32Array; right: Float32Array } => ({ left: ramp(10), right: ramp(10) });
  const sum = new OverlapAdd(1, trapezoid(10, 0), 10);
  sum.add({ start: 0, offset: 0, length: 10, blocks: [block()] }, 10);
  assert.throws(
    () => sum.add({ start: 12, offset: 0, length: 10, blocks: [block()] }, 22),
    /12 came where 10/,
  );
  assert.throws(
    () => sum.add({ start: 10, offset: 0, length: 4, blocks: [block()] }, 16),
    /no chunk covers sample 14/,
  );
  assert.throws(() => new OverlapAdd(1, trapezoid(10, 6), 4), /more than two/);
  assert.throws(() => new OverlapAdd(1, new Float32Array(10), 8), /vanish/);
});

test('the song buffer refuses to read what it forgot or has not heard', () => {
  const song = new SongBuffer();
  song.append({ left: ramp(10), right: ramp(10) });
  song.append({ left: ramp(10), right: ramp(10) });
  assert.throws(() => song.read(15, 10), /20 have come/);
  song.forgetBefore(10);
  assert.throws(() => song.read(5, 3), /forgotten/);
  assert.equal(song.read(10, 3).left[0], ramp(1)[0]);
  song.finish();
  assert.equal(song.read(18, 4).left[3], 0);
});
