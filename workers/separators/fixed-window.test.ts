// A manifest whose frames are not those of its window is refused with both numbers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { windowSpectrum } from './fixed-window.ts';

test('the frames of a manifest must be those that its window makes', () => {
  const stft = { n_fft: 2048, hop: 512, bins: 1025, normalised: false };
  const open = (frames: number) => windowSpectrum({ stft: { ...stft, frames }, samples: 5120 }, 'centre');
  assert.equal(open(11).spectrum.frames, 11);
  assert.throws(() => open(7), /5120 samples make 11 frames, not 7/);
});
