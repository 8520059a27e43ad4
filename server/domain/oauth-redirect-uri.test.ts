import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeRedirect, matchesRegistered, redirectUriProblem, withAnswer } from './oauth-redirect-uri.ts';

const allowed = [
  'https://app.example/callback',
  'https://app.example:8443/callback?tenant=1',
  'http://localhost:6274/oauth/callback',
  'http://127.0.0.1/callback',
  'http://[::1]:4000/callback',
  'cursor://anysphere.cursor-retrieval/oauth/callback',
  'com.example.app:/callback',
];
const refused = [
  'http://app.example/callback',
  'http://localhost.evil.example/cb',
  'http://127.0.0.1.evil.example/cb',
  'https://app.example/callback#fragment',
  'https://app.example/callback#',
  'https://user:pass@app.example/callback',
  'https://*.example/callback',
  'https:app.example/callback',
  'https://app.example\\@evil.example/',
  'https://app.example/call back',
  'java\nscript:alert(1)',
  ' https://app.example/',
  'https://app.exämple/',
  'https://app.example/?code=1',
  '/callback',
  'callback',
  '',
  `https://app.example/${'x'.repeat(2048)}`,
];
const schemes =
  'javascript data file blob vbscript about ws ftp mailto tel intent view-source filesystem JavaScript ms-msdt';

test('checklist 2: redirect addresses are https, loopback http or an app’s own scheme', () => {
  for (const uri of allowed) assert.equal(redirectUriProblem(uri), null, uri);
  for (const uri of refused) assert.notEqual(redirectUriProblem(uri), null, uri);
  for (const scheme of schemes.split(' ')) {
    assert.notEqual(redirectUriProblem(`${scheme}://x/y`), null, scheme);
    assert.notEqual(redirectUriProblem(`${scheme}:x`), null, scheme);
  }
});

test('checklist 1: the redirect matches exactly; only loopback http may vary, and only in its port', () => {
  const registered = ['https://app.example/cb', 'http://127.0.0.1:8000/cb?x=1', 'http://localhost/cb'];
  for (const uri of ['https://app.example/cb', 'http://127.0.0.1:9/cb?x=1', 'http://localhost:50000/cb']) {
    assert.equal(matchesRegistered(uri, registered), true, uri);
  }
  for (const uri of [
    'https://app.example/cb/',
    'https://app.example/cb?y=2',
    'https://app.example:444/cb',
    'https://APP.example/cb',
    'http://127.0.0.1:9/cb',
    'http://localhost:9/cb?x=1',
    'http://[::1]/cb',
    'https://localhost/cb',
    'http://localhost:9/cb#',
    'http://user@localhost:9/cb',
  ]) {
    assert.equal(matchesRegistered(uri, registered), false, uri);
  }
});

test('the answer is added without touching what the app registered', () => {
  assert.equal(withAnswer('https://a.example/cb', { code: 'x y' }), 'https://a.example/cb?code=x+y');
  assert.equal(withAnswer('https://a.example/cb?t=%7e', { code: 'x' }), 'https://a.example/cb?t=%7e&code=x');
});

test('a person is told the host, the port on this computer, or the scheme', () => {
  assert.deepEqual(describeRedirect('https://a.example/cb'), { kind: 'web', label: 'a.example' });
  assert.deepEqual(describeRedirect('http://[::1]:80/cb'), { kind: 'loopback', label: '[::1]' });
  assert.deepEqual(describeRedirect('cursor://x/cb'), { kind: 'scheme', label: 'cursor:' });
});
