import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDue, parseCron } from './cron.ts';

const due = (schedule: string, moment: string): boolean => isDue(parseCron(schedule), new Date(moment));

test('names minutes, hours, days and months by lists, ranges and steps', () => {
  assert.equal(due('* * * * *', '2026-02-03T04:05:00Z'), true);
  assert.equal(due('*/15 * * * *', '2026-02-03T04:45:00Z'), true);
  assert.equal(due('*/15 * * * *', '2026-02-03T04:44:00Z'), false);
  assert.equal(due('0 9-17 * * MON-FRI', '2026-02-02T17:00:00Z'), true);
  assert.equal(due('0 9-17 * * MON-FRI', '2026-02-01T17:00:00Z'), false);
  assert.equal(due('5,10 0 1 JAN,jul *', '2026-07-01T00:10:00Z'), true);
  assert.equal(due('10-40/10 * * * *', '2026-07-01T00:40:00Z'), true);
  assert.equal(due('0 0 * * 7', '2026-02-01T00:00:00Z'), true);
});

test('takes either kind of day when both are restricted', () => {
  assert.equal(due('0 0 13 * FRI', '2026-02-13T00:00:00Z'), true);
  assert.equal(due('0 0 13 * FRI', '2026-02-20T00:00:00Z'), true);
  assert.equal(due('0 0 13 * FRI', '2026-02-14T00:00:00Z'), false);
  assert.equal(due('0 0 13 * *', '2026-02-20T00:00:00Z'), false);
});

test('refuses what is no schedule, and time zones', () => {
  for (const text of [
    '',
    '* * * *',
    '60 * * * *',
    '* * 0 * *',
    '*/0 * * * *',
    'a * * * *',
    'TZ=UTC 0 0 * * *',
  ])
    assert.throws(() => parseCron(text), Error, text);
});
