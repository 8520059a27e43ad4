import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isChallenge, isVerifier, verifiesChallenge } from './oauth-pkce.ts';
import { canonicalResource } from './oauth-resource.ts';
import { isKnownScope } from './oauth-scope.ts';

const site = 'https://partbook.example';

test('checklist 20: a resource is one of ours, the site itself, or refused', () => {
  assert.equal(canonicalResource(site, `${site}/mcp`), `${site}/mcp`);
  assert.equal(canonicalResource(site, `${site}/mcp/account/`), `${site}/mcp/account`);
  assert.equal(canonicalResource(site, 'HTTPS://PARTBOOK.example:443/a2a'), `${site}/a2a`);
  assert.equal(canonicalResource(site, `${site}/`), null);
  for (const other of [
    'https://evil.example/mcp',
    `${site}/mcpx`,
    `${site}/api`,
    `${site}/mcp?x`,
    `${site}/mcp#`,
    'mcp',
  ]) {
    assert.equal(canonicalResource(site, other), undefined, other);
  }
});

test('checklist 21: only the scope account is known', () => {
  for (const scope of [undefined, '', 'account', 'account account']) assert.equal(isKnownScope(scope), true);
  for (const scope of ['openid', 'account admin', 'ACCOUNT']) assert.equal(isKnownScope(scope), false);
});

test('checklist 5: the proof key is S256 over 43 to 128 characters (RFC 7636 appendix B)', () => {
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
  assert.equal(verifiesChallenge(verifier, challenge), true);
  assert.equal(verifiesChallenge(`${verifier}x`, challenge), false);
  assert.equal(verifiesChallenge('', challenge), false);
  assert.equal(isChallenge(challenge), true);
  assert.equal(isChallenge(`${challenge}=`), false);
  assert.equal(isVerifier('a'.repeat(42)), false);
  assert.equal(isVerifier('a'.repeat(129)), false);
});
