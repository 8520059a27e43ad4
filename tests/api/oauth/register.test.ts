// Registration: O2, O3 and checklist 2, 15.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { errorOf, postJson } from '../../support/oauth-app.ts';
import { startTestSite, type TestSite } from '../../support/test-site.ts';

let site: TestSite;
before(async () => {
  site = await startTestSite();
});
after(() => site.stop());

const register = (body: unknown, headers: Record<string, string> = {}) =>
  postJson(`${site.url}/oauth/register`, body, headers);
const uris = ['https://app.example/cb', 'http://localhost/cb', 'cursor://x/cb'];

test('O2: an app registers and is told what it is', async () => {
  const response = await register({
    client_name: 'Band helper',
    redirect_uris: uris,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: 'account',
    client_uri: 'https://app.example',
  });
  assert.equal(response.status, 201);
  assert.equal(response.headers.get('cache-control'), 'no-store');
  const body = (await response.json()) as Record<string, unknown>;
  assert.match(String(body['client_id']), /^app_[0-9A-Za-z]{22}$/);
  assert.ok(Math.abs(Number(body['client_id_issued_at']) - Date.now() / 1000) < 60);
  assert.deepEqual(body['redirect_uris'], uris);
  assert.equal(body['client_name'], 'Band helper');
  assert.equal(body['token_endpoint_auth_method'], 'none');
  assert.equal('client_secret' in body, false);
});

test('O2: a name and redirects are enough', async () => {
  assert.equal((await register({ client_name: 'x', redirect_uris: ['https://app.example/cb'] })).status, 201);
});

test('O3, checklist 2: what cannot be honoured is refused', async () => {
  const refused: [unknown, string][] = [
    [{ client_name: 'x' }, 'invalid_redirect_uri'],
    [{ client_name: 'x', redirect_uris: [] }, 'invalid_redirect_uri'],
    [{ client_name: 'x', redirect_uris: ['http://app.example/cb'] }, 'invalid_redirect_uri'],
    [{ client_name: 'x', redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    [{ client_name: 'x', redirect_uris: ['https://*.example/cb'] }, 'invalid_redirect_uri'],
    [
      { client_name: 'x', redirect_uris: uris, token_endpoint_auth_method: 'client_secret_post' },
      'invalid_client_metadata',
    ],
    [{ client_name: 'x', redirect_uris: uris, grant_types: ['implicit'] }, 'invalid_client_metadata'],
    ['not json', 'invalid_client_metadata'],
    ['[]', 'invalid_client_metadata'],
    ['null', 'invalid_client_metadata'],
  ];
  for (const [body, code] of refused) {
    assert.deepEqual(await errorOf(await register(body)), [400, code], JSON.stringify(body));
  }
  const form = await register('client_name=x', { 'content-type': 'application/x-www-form-urlencoded' });
  assert.deepEqual(await errorOf(form), [400, 'invalid_client_metadata']);
});

test('O3, checklist 15: a registration is at most 16 KiB', async () => {
  const big = { client_name: 'x', redirect_uris: uris, padding: 'x'.repeat(17 * 1024) };
  assert.deepEqual(await errorOf(await register(big)), [400, 'invalid_client_metadata']);
});

test('O3, checklist 15: a burst of registrations from one address is told to wait', async () => {
  const statuses = new Map<number, Response>();
  for (let batch = 0; batch < 12 && !statuses.has(429); batch += 1) {
    const answers = await Promise.all(Array.from({ length: 8 }, () => register({ redirect_uris: uris })));
    for (const answer of answers) statuses.set(answer.status, answer);
  }
  assert.deepEqual(
    [...statuses.keys()].sort((a, b) => a - b),
    [201, 429],
  );
  const refused = statuses.get(429);
  assert.ok(Number(refused?.headers.get('retry-after')) > 0);
});
