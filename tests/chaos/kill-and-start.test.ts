import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killAndStart } from './kill-and-start.ts';

test('killed at random moments, the service comes up each time and has every acknowledged row', async () => {
  const lines: string[] = [];
  const report = await killAndStart({ rounds: 4, longestLifeMs: 6_000, say: (line) => lines.push(line) });
  assert.equal(report.kills, 4);
  assert.equal(report.lost, 0, lines.join('\n'));
});
