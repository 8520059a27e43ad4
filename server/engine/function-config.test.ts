import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFunctions, SyncRefused } from './function-config.ts';

const config = (changes: Record<string, unknown> = {}) => ({
  app_id: 'app',
  functions: [
    {
      id: 'app-one',
      name: 'One',
      triggers: [{ event: 'a/b' }],
      steps: { step: { id: 'step', name: 'step', runtime: { type: 'http', url: 'http://x' } } },
      ...changes,
    },
  ],
});

test('reads triggers, retries, limits and cancellations', () => {
  const fn = readFunctions(
    config({
      triggers: [{ event: 'a/b', expression: 'event.data.x == 1' }, { cron: '0 * * * *' }],
      steps: { step: { retries: { attempts: 2 } } },
      concurrency: [{ limit: 3, key: 'event.data.k' }, { limit: 0 }],
      cancel: [{ event: 'stop', if: 'async.data.k == event.data.k', timeout: '1h' }],
    }),
  ).get('app-one');
  assert.equal(fn?.maxAttempts, 3);
  assert.deepEqual(fn?.events, [{ name: 'a/b', expression: 'event.data.x == 1' }]);
  assert.deepEqual(fn?.limits, [{ limit: 3, key: 'event.data.k' }]);
  assert.equal(fn?.cancels[0]?.withinMs, 3_600_000);
  assert.equal(fn?.crons[0]?.text, '0 * * * *');
});

test('retries four times when a function does not say', () => {
  assert.equal(readFunctions(config()).get('app-one')?.maxAttempts, 5);
});

test('refuses by name what the engine does not do', () => {
  const refused: Record<string, unknown>[] = [
    { throttle: { limit: 1, period: '1m' } },
    { debounce: { period: '1m' } },
    { batchEvents: { maxSize: 2, timeout: '1s' } },
    { rateLimit: { limit: 1, period: '1m' } },
    { singleton: { mode: 'skip' } },
    { priority: { run: '1' } },
    { timeouts: { start: '1m' } },
    { concurrency: { limit: 1, scope: 'env' } },
    { triggers: [{ event: 'a/*' }] },
    { triggers: [{ event: 'a', expression: 'event.' }] },
    { triggers: [{ cron: 'TZ=Europe/Berlin 0 0 * * *' }] },
    { triggers: [{ cron: '0 0 * * *', jitter: '30s' }] },
    { cancel: [{ event: 'stop', timeout: '2030-01-01T00:00:00Z' }] },
  ];
  for (const changes of refused)
    assert.throws(() => readFunctions(config(changes)), SyncRefused, JSON.stringify(changes));
});
