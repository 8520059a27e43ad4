import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSignedBody, signBody } from './signature.ts';

test('a signed body is accepted, and a changed, old, future or unsigned one is refused', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  const header = signBody('secret', '{"a":1}', now);
  assert.equal(isSignedBody('secret', '{"a":1}', header, now), true);
  assert.equal(isSignedBody('secret', '{"a":2}', header, now), false);
  assert.equal(isSignedBody('other', '{"a":1}', header, now), false);
  assert.equal(isSignedBody('secret', '{"a":1}', header, now + 301_000), false);
  assert.equal(isSignedBody('secret', '{"a":1}', header, now - 301_000), false);
  assert.equal(isSignedBody('secret', '{"a":1}', null, now), false);
  assert.equal(isSignedBody('secret', '{"a":1}', `${header}0`, now), false);
});
