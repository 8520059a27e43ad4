import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashSecret, isSameSecret, newSecret, secretKindOf } from './secrets.ts';

test('a key has its prefix and 43 characters, and is recognised as a key', () => {
  const key = newSecret('apiKey');
  assert.match(key, /^pb_live_[A-Za-z0-9_-]{43}$/);
  assert.equal(secretKindOf(key), 'apiKey');
  assert.equal(secretKindOf(newSecret('accessToken')), 'accessToken');
});

test('shorter, longer and foreign texts are no secrets of ours', () => {
  const key = newSecret('apiKey');
  for (const text of [key.slice(0, -1), `${key}a`, `${key.slice(0, -1)} `, 'pb_live_', '', 'Bearer x']) {
    assert.equal(secretKindOf(text), null);
  }
});

test('hashes are SHA-256 in hex and compare in constant time', () => {
  assert.equal(hashSecret('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  assert.equal(isSameSecret('abc', 'abc'), true);
  assert.equal(isSameSecret('abc', 'abd'), false);
  assert.equal(isSameSecret('abc', 'abcd'), false);
});
