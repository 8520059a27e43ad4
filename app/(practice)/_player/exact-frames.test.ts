// A start time must never fall below its frame, nor a thousandth of a frame above it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { startSecondsOf } from './exact-frames.ts';

test('the product with the rate is the frame or a hair above, for ten hours of output', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 36_000 * 48_000 }),
      fc.constantFrom(44_100, 48_000),
      (frame, rate) => {
        const product = startSecondsOf(frame, rate) * rate;
        assert.ok(product >= frame && product - frame < 1e-3);
      },
    ),
    { numRuns: 5000 },
  );
});
