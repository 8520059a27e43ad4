// Times read as a musician expects at the edges: zero, full minutes, hours, nonsense.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatTime, spokenTime } from './format-time.ts';

test('formats minutes, hours and tenths', () => {
  assert.equal(formatTime(0), '0:00');
  assert.equal(formatTime(59.99), '0:59');
  assert.equal(formatTime(187), '3:07');
  assert.equal(formatTime(3729), '1:02:09');
  assert.equal(formatTime(187.44, true), '3:07.4');
  assert.equal(formatTime(60, true), '1:00.0');
});

test('never shows NaN or a negative time', () => {
  assert.equal(formatTime(Number.NaN), '0:00');
  assert.equal(formatTime(-4), '0:00');
  assert.equal(spokenTime(Number.POSITIVE_INFINITY), '0 seconds');
});

test('speaks times in words', () => {
  assert.equal(spokenTime(61), '1 minute 1 second');
  assert.equal(spokenTime(3600), '1 hour');
  assert.equal(spokenTime(187), '3 minutes 7 seconds');
});
