import assert from 'node:assert/strict';
import { test } from 'node:test';
import { momentOf, parseDuration } from './duration.ts';

test('reads the durations that the SDK writes', () => {
  assert.equal(parseDuration('1s'), 1_000);
  assert.equal(parseDuration('1d2h30m10s'), 95_410_000);
  assert.equal(parseDuration('2w'), 1_209_600_000);
  assert.equal(parseDuration(''), 0);
  for (const text of ['1', 's', '1s ', '-1s', '1.5s', '1y']) assert.equal(parseDuration(text), null, text);
});

test('reads moments, and says when a text is neither', () => {
  const now = new Date('2026-01-01T00:00:00Z');
  assert.deepEqual(momentOf('1h', now), new Date('2026-01-01T01:00:00Z'));
  assert.deepEqual(momentOf('2027-01-01T00:00:00.000Z', now), new Date('2027-01-01T00:00:00Z'));
  assert.equal(momentOf('soon', now), null);
});
