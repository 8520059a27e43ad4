import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchKeyOfWait, matchKeysOfEvent } from './match-key.ts';

const expression = 'async.data.level > 2 && async.data.song == event.data.id';

test('a wait has the key of the event whose value it compares with its own', () => {
  const key = matchKeyOfWait(expression, { id: 'a' });
  assert.ok(key !== null);
  assert.ok(matchKeysOfEvent({ song: 'a', level: 1, more: {} }).includes(key));
  assert.ok(!matchKeysOfEvent({ song: 'b', id: 'a' }).includes(key));
  assert.ok(!matchKeysOfEvent({ song: null }).includes(key));
});

test('numbers and texts that look alike have keys of their own', () => {
  assert.notEqual(matchKeyOfWait(expression, { id: '1' }), matchKeyOfWait(expression, { id: 1 }));
});

test('a wait that may match in another way looks at every event', () => {
  for (const other of [
    null,
    'async.data.level > 2',
    'async.data.song == event.data.id || async.data.level > 2',
    '!(async.data.song == event.data.id)',
    "async.data.song == event.data.id && async.data.text == '&& async.data.a == event.data.id'",
  ])
    assert.equal(matchKeyOfWait(other, { id: 'a' }), null);
  assert.equal(matchKeyOfWait(expression, { id: { deep: 1 } }), null);
  assert.equal(matchKeyOfWait(expression, {}), null);
});
