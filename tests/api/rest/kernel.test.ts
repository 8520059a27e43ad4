// The REST kernel: routing, credentials, bodies, headers and error forms, against the running service.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Db } from '../../../server/db/client.ts';
import { createTestAccount, createTestToken, openTestDb, type TestAccount } from '../../support/accounts.ts';
import { apiCaller } from '../../support/api-call.ts';
import { startApp, type RunningApp } from '../../support/app-server.ts';
import { openapiChecker } from '../../support/openapi-check.ts';

let app: RunningApp;
let db: Db;
let ann: TestAccount;
let call: ReturnType<typeof apiCaller>;
let check: ReturnType<typeof openapiChecker>;

before(async () => {
  app = await startApp({ withWorker: false, withEngine: false });
  db = openTestDb(app.databaseUrl);
  ann = await createTestAccount(db);
  call = apiCaller(app.url);
  check = openapiChecker(app.url);
});
after(async () => {
  await db?.$disconnect();
  await app?.stop();
});

describe('routing', () => {
  test('an unknown address is 404 in the error form, with a request id', async () => {
    const answer = await call('GET', '/nothing/here', { key: ann.key });
    assert.equal(answer.status, 404);
    assert.equal(answer.body['error'], 'not_found');
    assert.equal(answer.headers.get('x-request-id'), answer.body['request_id']);
  });

  test('an unknown method is 405 and names the known ones', async () => {
    const answer = await call('PATCH', '/splits', { key: ann.key });
    assert.equal(answer.status, 405);
    assert.deepEqual(answer.headers.get('allow')?.split(', ').sort(), ['GET', 'POST']);
    assert.equal((await call('GET', '/splits/batch', { key: ann.key })).status, 405);
  });

  test('a trailing slash, HEAD and a broken percent sign are answered', async () => {
    assert.equal((await call('GET', '/me/', { key: ann.key })).status, 200);
    const head = await fetch(`${app.url}/api/v1/me`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${ann.key}` },
    });
    assert.equal(head.status, 200);
    assert.equal((await call('GET', '/splits/%E0%A4%A', { key: ann.key })).status, 400);
  });

  test('any page may call with a bearer credential, and the preflight says so', async () => {
    const preflight = await fetch(`${app.url}/api/v1/splits`, {
      method: 'OPTIONS',
      headers: { origin: 'https://x.org', 'access-control-request-method': 'POST' },
    });
    assert.equal(preflight.status, 204);
    assert.match(
      preflight.headers.get('access-control-allow-headers') ?? '',
      /Authorization.*Idempotency-Key/,
    );
    const answer = await call('GET', '/me', { key: ann.key, headers: { origin: 'https://x.org' } });
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    assert.equal(answer.headers.get('access-control-allow-credentials'), null);
  });
});

describe('credentials', () => {
  const refused: [string, string | null][] = [
    ['none', null],
    ['an empty one', 'Bearer '],
    ['another scheme', 'Basic abc'],
    ['an unknown key', `Bearer pb_live_${'A'.repeat(43)}`],
    ['a key cut short', `Bearer pb_live_${'A'.repeat(42)}`],
    ['a refresh token', `Bearer pb_rt_${'A'.repeat(43)}`],
    ['very long', `Bearer ${'A'.repeat(8000)}`],
  ];
  for (const [name, authorization] of refused) {
    test(`${name} is 401 invalid_api_key with a Bearer challenge`, async () => {
      const answer = await call('GET', '/me', { headers: authorization ? { authorization } : {} });
      assert.equal(answer.status, 401);
      assert.equal(answer.body['error'], 'invalid_api_key');
      assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer /);
      check('GET', '/me', answer);
    });
  }

  test('the session cookie of the site is no credential of the API', async () => {
    assert.equal((await call('GET', '/me', { headers: { cookie: ann.cookie } })).status, 401);
  });

  test('a revoked key stops at the next request', async () => {
    const bob = await createTestAccount(db);
    assert.equal((await call('GET', '/me', { key: bob.key })).status, 200);
    await db.apiKey.update({ where: { id: bob.keyId }, data: { revokedAt: new Date() } });
    assert.equal((await call('GET', '/me', { key: bob.key })).status, 401);
  });

  test('an access token works for its resource only, and not past its hour', async () => {
    const anywhere = await createTestToken(db, ann.id);
    const here = await createTestToken(db, ann.id, { resource: `${app.url}/api/v1` });
    const elsewhere = await createTestToken(db, ann.id, { resource: `${app.url}/a2a` });
    const old = await createTestToken(db, ann.id, { expiresInSeconds: -1 });
    assert.equal((await call('GET', '/me', { key: anywhere })).status, 200);
    assert.equal((await call('GET', '/me', { key: here })).status, 200);
    assert.equal((await call('GET', '/me', { key: elsewhere })).status, 401);
    const expired = await call('GET', '/me', { key: old });
    assert.equal(expired.status, 401);
    assert.match(expired.headers.get('www-authenticate') ?? '', /error="invalid_token"/);
  });

  test('health and the document need none', async () => {
    const health = await call('GET', '/health');
    assert.equal(health.status, 503);
    assert.deepEqual(health.body['checks'], {
      database: 'ok',
      storage: 'ok',
      queue: 'failing',
      worker: 'failing',
    });
    check('GET', '/health', health);
    assert.equal((await call('GET', '/openapi.json')).status, 200);
  });
});

describe('bodies', () => {
  const bad: [string, Parameters<typeof call>[2], number, string][] = [
    ['no content type', { raw: new Blob(['{}']) }, 415, 'unsupported_media_type'],
    ['text', { raw: '{}', headers: { 'content-type': 'text/plain' } }, 415, 'unsupported_media_type'],
    ['broken JSON', { raw: '{"a":', headers: { 'content-type': 'application/json' } }, 422, 'json_invalid'],
    ['no JSON at all', { raw: '', headers: { 'content-type': 'application/json' } }, 422, 'missing'],
    ['a list', { json: [] }, 422, 'dict_type'],
    [
      'broken UTF-8',
      { raw: new Blob([new Uint8Array([34, 255, 34])]), headers: { 'content-type': 'application/json' } },
      422,
      'json_invalid',
    ],
    ['a huge body', { json: { audio_url: 'x'.repeat(300_000) } }, 413, 'file_too_large'],
    ['unknown fields', { json: { audio_url: 'https://x.org/a.mp3', colour: 1 } }, 422, 'extra_forbidden'],
    ['a wrong model', { json: { audio_url: 'https://x.org/a.mp3', model: 'x' } }, 422, 'enum'],
    ['no address', { json: { audio_url: 'song.mp3' } }, 422, 'url_parsing'],
    ['an ftp address', { json: { audio_url: 'ftp://x.org/a.mp3' } }, 422, 'url_parsing'],
  ];
  for (const [name, options, status, code] of bad) {
    test(`${name} is ${status} ${code}`, async () => {
      const answer = await call('POST', '/splits', { key: ann.key, ...options });
      assert.equal(answer.status, status, JSON.stringify(answer.body));
      const types = ((answer.body['detail'] ?? []) as { type: string }[]).map(({ type }) => type);
      assert.ok(answer.body['error'] === code || types.includes(code), JSON.stringify(answer.body));
      check('POST', '/splits', answer);
    });
  }

  test('an idempotency key outside 16 to 64 characters is a fault of the header', async () => {
    for (const key of ['short', 'x'.repeat(65)]) {
      const answer = await call('POST', '/splits', {
        key: ann.key,
        json: { audio_url: 'https://x.org/a.mp3' },
        headers: { 'idempotency-key': key },
      });
      assert.equal(answer.status, 422);
      const [issue] = answer.body['detail'] as unknown as { loc: string[] }[];
      assert.deepEqual(issue?.loc, ['header', 'idempotency-key']);
    }
  });

  test('repeated and unreadable query values are faults of the query', async () => {
    for (const query of [
      'limit=x',
      'limit=0',
      'limit=101',
      'limit=1&limit=2',
      'cursor=nonsense',
      'status=odd',
    ]) {
      const answer = await call('GET', `/splits?${query}`, { key: ann.key });
      assert.equal(answer.status, 422, query);
      check('GET', '/splits', answer);
    }
  });
});

describe('GET /me', () => {
  test('reports plan, allowance, credits and every limit', async () => {
    const answer = await call('GET', '/me', { key: ann.key });
    check('GET', '/me', answer);
    assert.equal(answer.body['plan'], 'free');
    assert.equal(answer.body['splits_left'], 5);
    assert.equal(answer.body['upgrade_url'], `${app.url}/pricing`);
  });

  test('counts the caller’s own songs, the same for a key and for a token', async () => {
    const [eve, other] = [
      await createTestAccount(db, { plan: 'pro', credits: 7 }),
      await createTestAccount(db),
    ];
    const token = await createTestToken(db, eve.id);
    const fresh = (await call('GET', '/me', { key: eve.key })).body;
    for (const key of [eve.key, token, other.key])
      assert.equal(
        (await call('POST', '/splits', { key, json: { audio_url: 'https://example.org/a.mp3' } })).status,
        202,
      );
    const byKey = (await call('GET', '/me', { key: eve.key })).body;
    const hour = (body: Record<string, unknown>): number =>
      (body['limits'] as { songs_left_this_hour: number }).songs_left_this_hour;
    assert.deepEqual([byKey['plan'], byKey['credits'], byKey['splits_used']], ['pro', 7, 2]);
    assert.equal(Number(fresh['splits_left']) - Number(byKey['splits_left']), 2);
    assert.equal(hour(fresh) - hour(byKey), 2);
    assert.deepEqual((await call('GET', '/me', { key: token })).body, byKey);
  });
});
