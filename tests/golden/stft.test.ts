// Our STFT variants against numpy and scipy (make-golden.py), and its inverse against the song.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { Istft } from '../../workers/dsp/istft.ts';
import { planStft } from '../../workers/dsp/stft-plan.ts';
import { Stft } from '../../workers/dsp/stft.ts';
import { largestDifference, testSong } from '../support/test-signal.ts';

const goldenCase = z.object({
  nFft: z.int(),
  hop: z.int(),
  padding: z.enum(['none', 'centre', 'demucs']),
  normalised: z.boolean(),
  length: z.int(),
  frames: z.int(),
  bins: z.int(),
  energy: z.array(z.number()),
  picks: z.array(z.tuple([z.int(), z.int(), z.int(), z.number(), z.number()])),
});
const cases = z
  .array(goldenCase)
  .min(10)
  .parse(JSON.parse(readFileSync(path.join(import.meta.dirname, 'stft.json'), 'utf8')));

const sumOfSquares = (re: Float32Array, im: Float32Array): number =>
  re.reduce((sum, value, index) => sum + value * value + (im[index] ?? 0) ** 2, 0);

for (const golden of cases) {
  const { nFft, hop, padding, normalised, length } = golden;
  const title = `n_fft ${nFft}, hop ${hop}, ${padding}${normalised ? ', normalised' : ''}, ${length} samples`;
  test(`the STFT agrees with numpy within 1e-5: ${title}`, () => {
    const plan = planStft({ nFft, hop, padding, normalised });
    const spectrum = new Stft(plan).forward(testSong(length));
    assert.equal(spectrum.frames, golden.frames);
    assert.equal(spectrum.bins, golden.bins);
    const { leftRe, leftIm, rightRe, rightIm, bins } = spectrum;
    // Relative to the largest possible bin of a full-scale tone, which is half the sum of the window: n_fft/4.
    const scale = Math.max(1, (nFft / 4) * plan.scale);
    for (const [channel, bin, frame, re, im] of golden.picks) {
      const at = frame * bins + bin;
      const [gotRe, gotIm] = channel === 0 ? [leftRe[at], leftIm[at]] : [rightRe[at], rightIm[at]];
      assert.ok(
        Math.abs((gotRe ?? NaN) - re) <= 1e-5 * scale,
        `re of bin ${bin}, frame ${frame}: ${gotRe}, not ${re}`,
      );
      assert.ok(
        Math.abs((gotIm ?? NaN) - im) <= 1e-5 * scale,
        `im of bin ${bin}, frame ${frame}: ${gotIm}, not ${im}`,
      );
    }
    for (const [channel, energy] of golden.energy.entries()) {
      const got = channel === 0 ? sumOfSquares(leftRe, leftIm) : sumOfSquares(rightRe, rightIm);
      assert.ok(Math.abs(got / energy - 1) < 1e-5, `energy of channel ${channel}: ${got}, not ${energy}`);
    }
  });

  test(`the inverse STFT gives the song back within 1e-6: ${title}`, () => {
    const plan = planStft({ nFft, hop, padding, normalised });
    const song = testSong(length);
    const spectrum = new Stft(plan).forward(song);
    const back = new Istft(plan, length).inverse(spectrum);
    // Without padding only samples under all their windows can come back. demucs gives up the Nyquist bin and its outer
    // frames by design: there the reference implementation in kinds.test.ts is the judge of the inverse.
    const edge = padding === 'centre' ? 0 : nFft;
    const last = padding === 'demucs' ? length - nFft : (golden.frames - 1) * hop;
    const inner = ({ left, right }: typeof song) => ({
      left: left.slice(edge, last),
      right: right.slice(edge, last),
    });
    assert.ok(largestDifference(inner(back), inner(song)) <= (padding === 'demucs' ? 2e-2 : 1e-6));
  });
}
