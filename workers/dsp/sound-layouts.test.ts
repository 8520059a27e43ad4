import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BucketRanges } from './bucket-ranges.ts';
import { deinterleave } from './deinterleave.ts';
import { FilteredPeak, keepFilters } from './filtered-peak.ts';
import { interleave } from './interleave.ts';
import { MonoMix } from './mono-mix.ts';
import { quantise } from './quantise.ts';
import type { StereoBlock } from './stereo-block.ts';

const blockOf = (length: number, seed = 1): StereoBlock => ({
  left: Float32Array.from({ length }, (_, t) => Math.sin(seed + t * t)),
  right: Float32Array.from({ length }, (_, t) => Math.cos(seed + t * t)),
});
/** Around a vector, around the stage, several stages. */
const lengths = fc.oneof(
  fc.integer({ min: 0, max: 40 }),
  fc.integer({ min: 4080, max: 4110 }),
  fc.constant(12_289),
);

test('interleaving puts every channel of every stem into its place, whatever the length', () => {
  fc.assert(
    fc.property(lengths, fc.integer({ min: 1, max: 7 }), (length, stems) => {
      const blocks = Array.from({ length: stems }, (_, stem) => blockOf(length, stem));
      const mixed = interleave(blocks);
      const expected = Float32Array.from({ length: 2 * stems * length }, (_, at) => {
        const block = blocks[Math.floor((at % (2 * stems)) / 2)]!;
        return (at % 2 === 0 ? block.left : block.right)[Math.floor(at / (2 * stems))]!;
      });
      assert.deepEqual(mixed, expected);
    }),
    { numRuns: 60 },
  );
  assert.throws(() => interleave(Array.from({ length: 17 }, () => blockOf(1))), /16 are the most/);
});

test('the bytes of a pipe become both channels again, wherever they begin, and what is no sound becomes silence', () => {
  fc.assert(
    fc.property(lengths, fc.integer({ min: 0, max: 7 }), (length, offset) => {
      const block = blockOf(length);
      const bytes = Buffer.alloc(offset + 8 * length);
      bytes.set(new Uint8Array(interleave([block]).buffer, 0, 8 * length), offset);
      assert.deepEqual(deinterleave(bytes.subarray(offset)), block);
    }),
    { numRuns: 60 },
  );
  const odd = Float32Array.of(NaN, 1, Infinity, -Infinity, 64, -64, 65, -1e9);
  const { left, right } = deinterleave(new Uint8Array(odd.buffer));
  assert.deepEqual([...left, ...right], [0, 0, 64, 0, 1, 0, -64, 0]);
});

test('a mono mix is the mean of left and right, added up over the stems, and the sum of two that are mono', () => {
  const [stems, both] = [new MonoMix(), new MonoMix()];
  fc.assert(
    fc.property(lengths, fc.integer({ min: 0, max: 3 }), (length, count) => {
      const blocks = Array.from({ length: count }, (_, stem) => blockOf(length, stem));
      const mono = stems.ofStems(blocks, length);
      assert.equal(mono.length, length);
      for (const [t, value] of mono.entries()) {
        const expected = blocks.reduce((sum, { left, right }) => sum + (left[t]! + right[t]!) / 2, 0);
        assert.ok(Math.abs(value - expected) < 1e-6, `sample ${t}`);
      }
      const { left, right } = blockOf(length);
      for (const [t, value] of both.ofBoth(left, right).entries())
        assert.equal(value, Math.fround(left[t]! + right[t]!));
    }),
    { numRuns: 60 },
  );
});

const integers = (bytes: Buffer, bits: 16 | 24): number[] =>
  Array.from({ length: (8 * bytes.length) / bits }, (_, at) => bytes.readIntLE((at * bits) / 8, bits / 8));

for (const bits of [16, 24] as const) {
  test(`${bits} bits are the nearest of their steps, the loudest where it is too loud, and zero where there is no number`, () => {
    const top = 2 ** (bits - 1);
    fc.assert(
      fc.property(lengths, (length) => {
        const block = blockOf(length);
        const values = integers(quantise(block, bits, Buffer.alloc(30_000, 1)), bits);
        assert.deepEqual(values, integers(quantise(block, bits), bits));
        assert.equal(values.length, 2 * length);
        for (const [at, value] of values.entries()) {
          const sample = (at % 2 === 0 ? block.left : block.right)[at >> 1]!;
          assert.ok(Math.abs(Math.min(sample * top, top - 1) - value) <= 0.5, `sample ${at}`);
        }
      }),
      { numRuns: 30 },
    );
    const edges = Float32Array.of(1, -1, 7, -7, Infinity, -Infinity, NaN, 0);
    const most = top - 1;
    const expected = [most, -top, most, -top, most, -top, 0, 0];
    assert.deepEqual(
      integers(quantise({ left: edges, right: edges }, bits), bits),
      expected.flatMap((value) => [value, value]),
    );
  });
}

test('the ranges of buckets do not depend on how the sound is cut into blocks', () => {
  const sound = blockOf(20_000);
  const rangesOf = (cuts: number[], bucket: number): [number, number][] => {
    const ranges: [number, number][] = [];
    const meter = new BucketRanges(bucket, (low, high) => ranges.push([low, high]));
    let from = 0;
    for (const to of [...cuts, sound.left.length]) {
      meter.push({ left: sound.left.subarray(from, to), right: sound.right.subarray(from, to) });
      from = to;
    }
    meter.finish();
    return ranges;
  };
  const cuts = fc
    .array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 8 })
    .map((all) => all.toSorted((a, b) => a - b));
  fc.assert(
    fc.property(cuts, fc.constantFrom(1, 7, 256, 5000), (own, bucket) => {
      const expected = Array.from({ length: Math.ceil(20_000 / bucket) }, (_, index) => {
        const part = [index * bucket, (index + 1) * bucket] as const;
        const both = [...sound.left.subarray(...part), ...sound.right.subarray(...part)];
        return [
          both.reduce((low, sample) => Math.min(low, sample), Infinity),
          both.reduce((high, sample) => Math.max(high, sample), -Infinity),
        ];
      });
      assert.deepEqual(rangesOf(own, bucket), expected);
    }),
    { numRuns: 12 },
  );
});

test('the filtered peak is the highest of all filtered samples, however the sound is cut', () => {
  const filters = [
    [0.5, 0.25, -0.75, 1, 0.1],
    [0, 1, 0, 0, 0],
  ];
  const bank = keepFilters(filters);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9000 }), fc.integer({ min: 1, max: 5000 }), (length, cut) => {
      const { left } = blockOf(length);
      const padded = [0, 0, 0, 0, ...left, 0, 0, 0, 0, 0, 0, 0, 0];
      let expected = 0;
      for (let t = 0; t + 5 <= padded.length; t++)
        for (const filter of filters)
          expected = Math.max(
            expected,
            Math.abs(filter.reduce((sum, tap, at) => sum + tap * padded[t + at]!, 0)),
          );
      const meter = new FilteredPeak(bank);
      for (let from = 0; from < length; from += cut) meter.push(left.subarray(from, from + cut));
      meter.push(new Float32Array(8));
      assert.ok(Math.abs(meter.peak - expected) < 1e-6, `${meter.peak} against ${expected}`);
    }),
    { numRuns: 40 },
  );
});
