import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownPath } from './own-path.ts';

test('a path of the site is kept, with its query', () => {
  assert.equal(ownPath('/oauth/authorize?a=1#x'), '/oauth/authorize?a=1#x');
});

test('anything that could lead elsewhere leads to the library', () => {
  for (const evil of [
    'https://evil.org',
    '//evil.org',
    '/\\evil.org',
    'javascript:alert(1)',
    '',
    'x',
    undefined,
  ]) {
    assert.equal(ownPath(evil), '/library');
  }
  assert.equal(ownPath(['/a', '/b']), '/library');
});
