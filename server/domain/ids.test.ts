import assert from 'node:assert/strict';
import { test } from 'node:test';
import { looksLikeId, newId, newShareId } from './ids.ts';

test('ids are unique, of one length, and sort by creation even within a millisecond', () => {
  const ids = Array.from({ length: 20_000 }, () => newId('split'));
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual([...ids].sort(), ids);
  for (const id of ids.slice(0, 100)) assert.match(id, /^split_[0-9A-Za-z]{22}$/);
});

test('share ids carry 128 random bits in 22 characters', () => {
  const ids = Array.from({ length: 1000 }, newShareId);
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) assert.match(id, /^[0-9A-Za-z]{22}$/);
});

test('only a text of the right prefix and form looks like an id', () => {
  assert.equal(looksLikeId(newId('batch'), 'batch'), true);
  assert.equal(looksLikeId(newId('batch'), 'split'), false);
  assert.equal(looksLikeId("split_' OR 1=1 --", 'split'), false);
});
