import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAnswer } from './read-answer.ts';

const now = new Date('2026-01-01T00:00:00Z');
const read = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  readAnswer({ status, body, headers }, now);

test('takes 200 as the result and 206 as operations', () => {
  assert.deepEqual(read(200, { a: 1 }), { kind: 'completed', data: { a: 1 } });
  const ops = read(206, [{ id: 'h', op: 'StepRun', data: 1 }]);
  assert.equal(ops.kind, 'ops');
});

test('takes errors as worth another try, unless the app says otherwise', () => {
  const error = { name: 'Error', message: 'no' };
  assert.deepEqual(read(500, error), { kind: 'retry', error, retryAt: null });
  assert.deepEqual(read(400, error, { 'x-inngest-no-retry': 'true' }), { kind: 'failed', error });
  assert.equal(read(502, '<html>').kind, 'retry');
});

test('heeds when the app wants to be asked again, in seconds or as a moment', () => {
  assert.deepEqual(read(500, {}, { 'retry-after': '30' }), {
    kind: 'retry',
    error: {},
    retryAt: new Date('2026-01-01T00:00:30Z'),
  });
  const moment = read(500, {}, { 'retry-after': '2026-01-01T01:00:00.000Z' });
  assert.deepEqual(moment.kind === 'retry' && moment.retryAt, new Date('2026-01-01T01:00:00Z'));
});

test('fails a run whose operations cannot be read', () => {
  assert.equal(read(206, []).kind, 'failed');
  assert.equal(read(206, [{ op: 'StepRun' }]).kind, 'failed');
});
