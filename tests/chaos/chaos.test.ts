// The short form of `npm run chaos`: a few kills of each kind, and every promise must hold.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runChaos } from './run-chaos.ts';

test('songs survive the death of web, worker, engine and database', async (t) => {
  const { figures, faults } = await runChaos({
    kills: 6,
    lanes: 3,
    pauseMs: [500, 3_000],
    restWithinMs: 6 * 60_000,
    say: (line) => t.diagnostic(line),
  });
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(faults, []);
  assert.ok((figures['done'] ?? 0) > 0, 'no song was done');
});
