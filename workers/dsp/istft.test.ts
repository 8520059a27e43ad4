import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Istft } from './istft.ts';
import { planStft } from './stft-plan.ts';
import { Stft } from './stft.ts';

test('istft(stft(x)) = x within 1e-6 over sizes, hops and lengths', () => {
  const sizes = fc.record({
    half: fc.integer({ min: 4, max: 120 }),
    hopShare: fc.double({ min: 0.1, max: 0.5, noNaN: true }),
    length: fc.integer({ min: 1, max: 900 }),
    normalised: fc.boolean(),
    seed: fc.integer({ min: 0, max: 1000 }),
  });
  fc.assert(
    fc.property(sizes, ({ half, hopShare, length, normalised, seed }) => {
      const nFft = 2 * half;
      const plan = planStft({
        nFft,
        hop: Math.max(1, Math.floor(nFft * hopShare)),
        padding: 'centre',
        normalised,
      });
      const wave = (factor: number): Float32Array =>
        Float32Array.from({ length }, (_, t) => Math.sin(seed + factor * t * t + t));
      const song = { left: wave(0.013), right: wave(0.7) };
      const back = new Istft(plan, length).inverse(new Stft(plan).forward(song));
      // Behind the last frame's centre only the falling half of its window is left.
      const sure = Math.floor(length / plan.hop) * plan.hop;
      for (let t = 0; t < sure; t++) {
        assert.ok(Math.abs(back.left[t]! - song.left[t]!) < 1e-6, `left[${t}]`);
        assert.ok(Math.abs(back.right[t]! - song.right[t]!) < 1e-6, `right[${t}]`);
      }
    }),
    { numRuns: 150 },
  );
});

test('sizes that make no STFT are refused', () => {
  const plan = { nFft: 64, hop: 16, padding: 'centre', normalised: false } as const;
  assert.throws(() => planStft({ ...plan, hop: 65 }), RangeError);
  assert.throws(() => planStft({ ...plan, nFft: 63 }), RangeError);
  assert.throws(() => planStft({ ...plan, padding: 'demucs', hop: 15 }), RangeError);
});
