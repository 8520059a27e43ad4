// Asking a person and carrying their answer back: O4 to O9, O21 and the checklist points they stand for.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { OAuthApp } from '../../support/oauth-app.ts';
import { createTestAccount, type TestAccount } from '../../support/accounts.ts';
import { startTestSite, type TestSite } from '../../support/test-site.ts';

let site: TestSite;
let person: TestAccount;
let app: OAuthApp;

before(async () => {
  site = await startTestSite();
  person = await createTestAccount(site.db);
  app = await OAuthApp.register(site.url);
});
after(() => site.stop());

const locationOf = (response: Response): URL => {
  assert.equal(response.status, 303);
  return new URL(response.headers.get('location') ?? '', site.url);
};

test('O4, checklist 3: an unknown app or a foreign redirect gets a page and never a redirect', async () => {
  const wrong = [
    { client_id: 'app_0000000000000000000000' },
    { client_id: undefined },
    { client_id: 'https://nowhere.invalid/client.json' },
    { redirect_uri: 'https://app.example/callback/' },
    { redirect_uri: 'https://evil.example/callback' },
    { redirect_uri: undefined },
    { redirect_uri: 'javascript:alert(1)' },
  ];
  for (const changes of wrong) {
    const response = await app.ask(person, changes);
    assert.equal(response.status, 400, JSON.stringify(changes));
    assert.equal(response.headers.get('location'), null);
    assert.match(await response.text(), /cannot be connected/);
  }
});

test('O5, checklist 1: an app on this computer may come back on any port, and on no other host', async () => {
  const native = await OAuthApp.register(site.url, 'http://127.0.0.1/cb');
  const page = await native.ask(person, { redirect_uri: 'http://127.0.0.1:51234/cb' });
  assert.equal(page.status, 200);
  assert.match(await page.text(), /127\.0\.0\.1:51234/);
  assert.equal((await native.ask(person, { redirect_uri: 'http://localhost:51234/cb' })).status, 400);
});

test('O6, checklist 4, 5, 8, 9, 20, 21: what the app got wrong is told to the app, with state and issuer', async () => {
  const wrong: [Record<string, string | undefined>, string][] = [
    [{ code_challenge: undefined }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge_method: undefined }, 'invalid_request'],
    [{ code_challenge: 'short' }, 'invalid_request'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_type: undefined }, 'invalid_request'],
    [{ response_mode: 'fragment' }, 'invalid_request'],
    [{ scope: 'account admin' }, 'invalid_scope'],
    [{ resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
  ];
  for (const signedIn of [person, null]) {
    for (const [changes, error] of wrong) {
      const answer = locationOf(await app.ask(signedIn, changes)).searchParams;
      assert.equal(answer.get('error'), error, JSON.stringify(changes));
      assert.equal(answer.get('state'), 'st~ate &1');
      assert.equal(answer.get('iss'), site.url);
      assert.equal(answer.get('code'), null);
    }
  }
});

test('checklist 7: a parameter sent twice is refused', async () => {
  const ask = (extra: string) => fetch(app.authorizeUrl() + extra, { redirect: 'manual' });
  assert.equal(locationOf(await ask('&state=2')).searchParams.get('error'), 'invalid_request');
  assert.equal(
    locationOf(await ask('&scope=account&scope=account')).searchParams.get('error'),
    'invalid_request',
  );
  const two = `&resource=${site.url}/mcp&resource=${site.url}/a2a`;
  assert.equal(locationOf(await ask(two)).searchParams.get('error'), 'invalid_target');
  assert.equal((await ask('&client_id=x')).status, 400);
  assert.equal((await ask('&redirect_uri=https://evil.example')).status, 400);
});

test('O7, checklist 14: somebody signed out goes to sign in and comes back to the same question', async () => {
  const signIn = locationOf(await app.ask(null));
  assert.equal(signIn.origin + signIn.pathname, `${site.url}/signin`);
  const back = signIn.searchParams.get('callbackUrl') ?? '';
  assert.match(back, /^\/oauth\/authorize\?/);
  const again = await fetch(site.url + back, { headers: { cookie: person.cookie } });
  assert.equal(again.status, 200);
  assert.match(await again.text(), /Test app/);
});

test('O7, checklist 13: the consent page cannot be framed, stored, or leak its address', async () => {
  const { headers } = await app.ask(person);
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/);
  assert.equal(headers.get('x-frame-options'), 'DENY');
  assert.equal(headers.get('referrer-policy'), 'no-referrer');
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.equal(headers.get('access-control-allow-origin'), null);
});

test('checklist 12: consent shows app, place, account and resource, every time, and warns of local apps', async () => {
  const page = async (changes = {}) => (await app.ask(person, changes)).text();
  const first = await page({ resource: `${site.url}/mcp` });
  for (const part of ['Test app', 'app.example', person.email, `${site.url}/mcp`]) {
    assert.ok(first.includes(part), part);
  }
  await app.connect(person);
  assert.match(await page(), /wants to use your Partbook account/);

  const local = await OAuthApp.register(site.url, 'http://localhost:3118/cb');
  assert.match(await (await local.ask(person)).text(), /runs on this computer/);
  const native = await OAuthApp.register(site.url, 'cursor://anysphere/cb');
  assert.match(await (await native.ask(person)).text(), /opens an app on this device/);
});

test('O8, checklist 13: a foreign, missing or used form token is refused; nothing is approved', async () => {
  const stranger = await createTestAccount(site.db);
  const form = await app.openConsent(person);
  const theirs = await app.openConsent(stranger);
  const approve = { ...form, decision: 'approve' };
  const attempts = [
    app.answer(person, { ...approve, csrf_token: undefined }),
    app.answer(person, { ...approve, csrf_token: theirs.csrf_token }),
    app.answer(person, { ...theirs, decision: 'approve' }),
    app.answer(stranger, approve),
    app.answer(null, approve),
    app.answer(person, approve, { origin: 'https://evil.example' }),
    app.answer(person, approve, { origin: 'null', 'sec-fetch-site': 'cross-site' }),
    app.answer(person, { ...approve, decision: 'maybe' }),
  ];
  for (const response of await Promise.all(attempts)) {
    assert.equal(response.status, 403);
    assert.equal(response.headers.get('location'), null);
  }
  assert.equal(await site.db.oAuthGrant.count({ where: { accountId: stranger.id } }), 0);
});

test('O8: a no tells the app access_denied', async () => {
  const form = await app.openConsent(person);
  const answer = locationOf(await app.answer(person, { ...form, decision: 'deny' })).searchParams;
  assert.deepEqual(Object.fromEntries(answer), {
    error: 'access_denied',
    error_description: 'The person said no.',
    state: 'st~ate &1',
    iss: site.url,
  });
});

test('O9, checklist 9: a question is answered once; the answer carries code, state and issuer', async () => {
  const form = { ...(await app.openConsent(person)), decision: 'approve' };
  const answers = await Promise.all([1, 2, 3, 4].map(() => app.answer(person, form)));
  assert.deepEqual(
    answers.map(({ status }) => status).sort((a, b) => a - b),
    [303, 403, 403, 403],
  );
  const won = answers.find(({ status }) => status === 303);
  const answer = new URL(won?.headers.get('location') ?? '');
  assert.equal(answer.origin + answer.pathname, app.redirectUri);
  assert.match(answer.searchParams.get('code') ?? '', /^pb_ac_[\w-]{43}$/);
  assert.equal(answer.searchParams.get('state'), 'st~ate &1');
  assert.equal(answer.searchParams.get('iss'), site.url);
  assert.equal(won?.headers.get('cache-control'), 'no-store');
});

test('O9: a question that is too old is not answered', async () => {
  const form = await app.openConsent(person);
  await site.db.oAuthRequest.update({ where: { id: form.request_id }, data: { expiresAt: new Date(0) } });
  assert.equal((await app.answer(person, { ...form, decision: 'approve' })).status, 403);
});

test('O21, checklist 12: a hostile name is text, short, and without invisible characters', async () => {
  const name = `"><script>alert(1)</script>\u202Emoc.knab\u0000${'x'.repeat(300)}`;
  const hostile = await OAuthApp.register(site.url, 'https://app.example/callback', name);
  const page = await (await hostile.ask(person)).text();
  assert.ok(!page.includes('<script'));
  assert.ok(page.includes('&lt;script&gt;alert(1)&lt;/script&gt;moc.knab'));
  assert.ok(!page.includes('\u202E') && !page.includes('x'.repeat(81)));
});
