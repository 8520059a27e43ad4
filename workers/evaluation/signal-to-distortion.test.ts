import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StereoBlock } from '../dsp/stereo-block.ts';
import { globalSdr, median, medianSdr, secondsWithAll } from './signal-to-distortion.ts';

const rate = 44_100;
const block = (seconds: number, value: (t: number) => number): StereoBlock => ({
  left: Float32Array.from({ length: seconds * rate }, (_, t) => value(t)),
  right: Float32Array.from({ length: seconds * rate }, (_, t) => -value(t)),
});
const tone = (t: number): number => Math.sin((2 * Math.PI * 441 * t) / rate);

test('an estimate that is a tenth too loud has an SDR of 20 dB, by song and by second', () => {
  const [reference, estimate] = [block(3, tone), block(3, (t) => 1.1 * tone(t))];
  assert.ok(Math.abs(globalSdr(reference, estimate) - 20) < 0.01);
  const seconds = secondsWithAll([reference]);
  assert.deepEqual(seconds, [0, 1, 2]);
  assert.ok(Math.abs((medianSdr(reference, estimate, seconds) ?? 0) - 20) < 0.01);
});

test('silence as an estimate is 0 dB, a wrong sign is -6 dB', () => {
  const reference = block(1, tone);
  assert.ok(
    Math.abs(
      globalSdr(
        reference,
        block(1, () => 0),
      ),
    ) < 0.01,
  );
  assert.ok(
    Math.abs(
      globalSdr(
        reference,
        block(1, (t) => -tone(t)),
      ) + 6.02,
    ) < 0.01,
  );
});

test('seconds in which any source is silent do not count', () => {
  const always = block(4, tone);
  const late = block(4, (t) => (t < 2 * rate ? 0 : tone(t)));
  assert.deepEqual(secondsWithAll([always, late]), [2, 3]);
  assert.equal(medianSdr(always, always, []), null);
});

test('the median of an even count lies between the middle two', () => {
  assert.equal(median([4, 1, 3, 2]), 2.5);
  assert.equal(median([5, 1, 3]), 3);
  assert.equal(median([]), null);
});
