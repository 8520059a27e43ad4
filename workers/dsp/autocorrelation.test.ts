import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { autocorrelation } from './autocorrelation.ts';

const byDefinition = (values: Float32Array, most: number): number[] => {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  return Array.from({ length: most + 1 }, (_, lag) => {
    const products = Array.from(values.subarray(lag), (value, t) => (values[t]! - mean) * (value - mean));
    return products.length > 0 ? products.reduce((sum, product) => sum + product, 0) / products.length : 0;
  });
};

test('the autocorrelation is that of its definition, for traces shorter than the lags and longer than a stretch', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 700 }),
      fc.integer({ min: 0, max: 90 }),
      fc.integer({ min: 1, max: 1000 }),
      (length, most, seed) => {
        const values = Float32Array.from({ length }, (_, t) => 3 + Math.sin(seed + t * t) + Math.sin(t / 7));
        const expected = byDefinition(values, most);
        const found = autocorrelation(values, most);
        assert.equal(found.length, most + 1);
        for (const [lag, value] of expected.entries())
          assert.ok(Math.abs(found[lag]! - value) < 1e-9, `lag ${lag}: ${found[lag]} instead of ${value}`);
      },
    ),
    { numRuns: 80 },
  );
});
