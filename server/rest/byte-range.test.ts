import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readByteRange } from './byte-range.ts';

test('one range is cut to the file; the rest of the grammar is answered whole or refused', () => {
  const part = (start: number, end: number) => ({ kind: 'part', start, end });
  const whole = { kind: 'whole' };
  const table: [string | null, number, unknown][] = [
    [null, 10, whole],
    ['bytes=0-3', 10, part(0, 3)],
    ['bytes=4-', 10, part(4, 9)],
    ['bytes=-3', 10, part(7, 9)],
    ['bytes=-30', 10, part(0, 9)],
    ['bytes=8-30', 10, part(8, 9)],
    ['BYTES = 9-9', 10, part(9, 9)],
    ['bytes=10-', 10, { kind: 'unsatisfiable' }],
    ['bytes=-0', 10, { kind: 'unsatisfiable' }],
    ['bytes=0-', 0, { kind: 'unsatisfiable' }],
    ['bytes=5-4', 10, whole],
    ['bytes=-', 10, whole],
    ['bytes=0-1,4-5', 10, whole],
    ['bytes=a-b', 10, whole],
    ['items=0-1', 10, whole],
    [`bytes=${'9'.repeat(40)}-`, 10, whole],
  ];
  for (const [header, bytes, expected] of table) {
    assert.deepEqual(readByteRange(header, bytes), expected, String(header));
  }
});
