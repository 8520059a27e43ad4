import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EnvError, readEnv } from './env.ts';

const good = {
  DATABASE_URL: 'postgresql://postgres@127.0.0.1:5432/partbook',
  SESSION_SECRET: 's'.repeat(32),
  FILE_KEY_SECRET: 'f'.repeat(32),
  WORKER_SECRET: 'w'.repeat(32),
  INNGEST_EVENT_KEY: 'event-key',
  INNGEST_SIGNING_KEY: 'signkey-test-00',
};

test('defaults follow the plan of the house, and empty variables count as unset', () => {
  const env = readEnv({ ...good, SITE_URL: '', PORT: '4000' });
  assert.equal(env.SITE_URL, 'http://localhost:4000');
  assert.equal(env.STORAGE, 'local');
  assert.equal(env.FREE_SPLITS_PER_MONTH, 5);
});

test('a stand-in is accepted where only this machine reaches the site', () => {
  const standIn = { FETCH_STAND_IN_HOSTS: 'a.org b.org', FETCH_STAND_IN_PORT: '8443' };
  for (const SITE_URL of ['', 'http://127.0.0.1:3000', 'http://[::1]:3000', 'http://localhost:3000']) {
    const env = readEnv({ ...good, ...standIn, SITE_URL });
    assert.deepEqual(env.FETCH_STAND_IN_HOSTS, ['a.org', 'b.org']);
  }
  for (const SITE_URL of ['http://localhost.example', 'http://127.0.0.1.example', 'http://10.0.0.1'])
    assert.throws(() => readEnv({ ...good, ...standIn, SITE_URL }), EnvError);
});

test('addresses lose their trailing slash', () => {
  assert.equal(readEnv({ ...good, SITE_URL: 'https://x.org/' }).SITE_URL, 'https://x.org');
  assert.deepEqual(readEnv({ ...good, WORKER_URLS: 'http://a:1/, http://b:2' }).WORKER_URLS, [
    'http://a:1',
    'http://b:2',
  ]);
});

const wrong: [string, Record<string, string>, RegExp][] = [
  ['a port that is no number', { PORT: 'web' }, /PORT/],
  ['a database of another kind', { DATABASE_URL: 'mysql://x/y' }, /DATABASE_URL/],
  ['a short secret', { SESSION_SECRET: 'short' }, /SESSION_SECRET: must be at least 32/],
  ['half of a sign-in provider', { GITHUB_ID: 'x' }, /GITHUB_ID and GITHUB_SECRET: set both/],
  ['stand-in hosts without their port', { FETCH_STAND_IN_HOSTS: 'a.org' }, /FETCH_STAND_IN_PORT: set both/],
  [
    'a stand-in on a site that others reach',
    { FETCH_STAND_IN_HOSTS: 'a.org', FETCH_STAND_IN_PORT: '8443', SITE_URL: 'https://partbook.org' },
    /FETCH_STAND_IN_PORT: only for tests/,
  ],
  ['s3 without its keys', { STORAGE: 's3' }, /S3_BUCKET: needed when STORAGE=s3/],
];
for (const [name, change, expected] of wrong) {
  test(`${name} is named`, () => {
    assert.throws(
      () => readEnv({ ...good, ...change }),
      (error: unknown) => error instanceof EnvError && expected.test(error.message),
    );
  });
}
