import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backoffMs } from './backoff.ts';

test('grows, is spread, and has an end', () => {
  assert.equal(
    backoffMs(0, () => 0),
    500,
  );
  assert.equal(
    backoffMs(0, () => 1),
    1_000,
  );
  assert.equal(
    backoffMs(3, () => 1),
    8_000,
  );
  assert.equal(
    backoffMs(1_000, () => 1),
    600_000,
  );
});
