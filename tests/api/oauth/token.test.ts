// Codes and tokens: O10 to O14, O16, and the checklist points they stand for.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { errorOf, OAuthApp, postForm, postJson, type Tokens } from '../../support/oauth-app.ts';
import { createTestAccount, type TestAccount } from '../../support/accounts.ts';
import { startTestSite, startTwin, type TestSite } from '../../support/test-site.ts';

let site: TestSite;
let person: TestAccount;
let app: OAuthApp;

before(async () => {
  site = await startTestSite();
  app = await OAuthApp.register(site.url);
});
beforeEach(async () => {
  person = await createTestAccount(site.db);
});
after(() => site.stop());

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');
const tokensOf = async (response: Response) => {
  assert.equal(response.status, 200);
  return (await response.json()) as Tokens;
};
/** Whether an access token still stands, as the authentication sees it. */
const isLive = async (accessToken: string) => {
  const token = await site.db.oAuthToken.findUnique({
    where: { tokenHash: hashOf(accessToken) },
    include: { grant: true },
  });
  return token !== null && !token.revokedAt && !token.grant.revokedAt;
};

test('O10, checklist 10, 11: a code gives a pair of tokens, an hour, one scope, nothing to store', async () => {
  const response = await app.redeem(await app.approve(person));
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('cache-control'), 'no-store');
  const body = (await response.json()) as Record<string, unknown>;
  assert.match(String(body['access_token']), /^pb_at_[\w-]{43}$/);
  assert.match(String(body['refresh_token']), /^pb_rt_[\w-]{43}$/);
  assert.deepEqual(
    { ...body, access_token: '', refresh_token: '' },
    { access_token: '', token_type: 'Bearer', expires_in: 3600, refresh_token: '', scope: 'account' },
  );
  assert.equal(await isLive(String(body['access_token'])), true);
});

test('O11, checklist 6, 16: a code is bound to verifier, app and redirect, and to its minute', async () => {
  const other = await OAuthApp.register(site.url);
  const code = await app.approve(person);
  const refused: [Promise<Response>, [number, string]][] = [
    [app.redeem(code, { code_verifier: 'a'.repeat(43) }), [400, 'invalid_grant']],
    [app.redeem(code, { code_verifier: undefined }), [400, 'invalid_request']],
    [app.redeem(code, { redirect_uri: 'https://app.example/other' }), [400, 'invalid_grant']],
    [app.redeem(code, { client_id: other.clientId }), [400, 'invalid_grant']],
    [app.redeem(code, { client_id: undefined }), [400, 'invalid_request']],
    [app.redeem(code, { client_id: 'app_0000000000000000000000' }), [401, 'invalid_client']],
    [app.redeem(code, { scope: 'admin' }), [400, 'invalid_scope']],
    [app.redeem(code, { grant_type: 'password' }), [400, 'unsupported_grant_type']],
    [app.redeem(code, { grant_type: undefined }), [400, 'invalid_request']],
    [app.redeem(`${code}x`), [400, 'invalid_grant']],
  ];
  for (const [answer, expected] of refused) assert.deepEqual(await errorOf(await answer), expected);
  await tokensOf(await app.redeem(code));

  const late = await app.approve(person);
  await site.db.oAuthCode.update({ where: { codeHash: hashOf(late) }, data: { expiresAt: new Date(0) } });
  assert.deepEqual(await errorOf(await app.redeem(late)), [400, 'invalid_grant']);
});

test('checklist 6: a code lives at most 60 seconds', async () => {
  const code = await app.approve(person);
  const row = await site.db.oAuthCode.findUniqueOrThrow({ where: { codeHash: hashOf(code) } });
  assert.ok(row.expiresAt.getTime() - Date.now() <= 60_000);
});

test('O11, checklist 16: the token endpoint takes forms only, each parameter once, and small', async () => {
  const url = `${site.url}/oauth/token`;
  const fields = { grant_type: 'refresh_token', client_id: app.clientId, refresh_token: 'x' };
  assert.deepEqual(await errorOf(await postJson(url, fields)), [400, 'invalid_request']);
  const twice = `${new URLSearchParams(fields).toString()}&client_id=${app.clientId}`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  assert.deepEqual(await errorOf(await postJson(url, twice, headers)), [400, 'invalid_request']);
  const resources = `${new URLSearchParams(fields).toString()}&resource=a&resource=b`;
  assert.deepEqual(await errorOf(await postJson(url, resources, headers)), [400, 'invalid_target']);
  assert.deepEqual(await errorOf(await postJson(url, 'x'.repeat(20_000), headers)), [400, 'invalid_request']);
});

test('O12, checklist 6: a code shown again ends everything it gave', async () => {
  const code = await app.approve(person);
  const tokens = await tokensOf(await app.redeem(code));
  assert.deepEqual(await errorOf(await app.redeem(code)), [400, 'invalid_grant']);
  assert.equal(await isLive(tokens.access_token), false);
  assert.deepEqual(await errorOf(await app.refresh(tokens.refresh_token)), [400, 'invalid_grant']);
});

test('O13, checklist 10: a refresh token rotates; an old one ends the family', async () => {
  const first = await app.connect(person);
  const second = await tokensOf(await app.refresh(first.refresh_token));
  assert.notEqual(second.refresh_token, first.refresh_token);
  assert.equal(await isLive(second.access_token), true);
  const third = await tokensOf(await app.refresh(second.refresh_token));
  assert.deepEqual(await errorOf(await app.refresh(first.refresh_token)), [400, 'invalid_grant']);
  assert.equal(await isLive(third.access_token), false);
  assert.deepEqual(await errorOf(await app.refresh(third.refresh_token)), [400, 'invalid_grant']);
});

test('O13: a refresh token is the app’s own, of its kind, and ends after 90 idle days', async () => {
  const other = await OAuthApp.register(site.url);
  const tokens = await app.connect(person);
  for (const answer of [
    other.refresh(tokens.refresh_token),
    app.refresh(tokens.access_token),
    app.refresh(person.key),
    app.redeem(tokens.refresh_token),
  ]) {
    assert.deepEqual(await errorOf(await answer), [400, 'invalid_grant']);
  }
  const row = await site.db.oAuthToken.findUniqueOrThrow({
    where: { tokenHash: hashOf(tokens.refresh_token) },
  });
  assert.equal(Math.round((row.expiresAt.getTime() - Date.now()) / 86_400_000), 90);
  await site.db.oAuthToken.update({ where: { tokenHash: row.tokenHash }, data: { expiresAt: new Date(0) } });
  assert.deepEqual(await errorOf(await app.refresh(tokens.refresh_token)), [400, 'invalid_grant']);
});

test('O14, checklist 20: a token may be narrower than what was approved, never wider', async () => {
  const mcp = `${site.url}/mcp`;
  const code = await app.approve(person, { resource: mcp });
  assert.deepEqual(await errorOf(await app.redeem(code, { resource: `${site.url}/a2a` })), [
    400,
    'invalid_target',
  ]);
  assert.deepEqual(await errorOf(await app.redeem(code, { resource: site.url })), [400, 'invalid_target']);
  assert.deepEqual(await errorOf(await app.redeem(code, { resource: 'https://x.example' })), [
    400,
    'invalid_target',
  ]);
  const bound = await tokensOf(await app.redeem(code, { resource: `${mcp}/` }));
  const wider = await app.refresh(bound.refresh_token, { resource: `${site.url}/api/v1` });
  assert.deepEqual(await errorOf(wider), [400, 'invalid_target']);
  await tokensOf(await app.refresh(bound.refresh_token));

  const open = await app.connect(person);
  const narrow = await tokensOf(await app.refresh(open.refresh_token, { resource: `${site.url}/a2a` }));
  const row = await site.db.oAuthToken.findUnique({ where: { tokenHash: hashOf(narrow.access_token) } });
  assert.equal(row?.resource, `${site.url}/a2a`);
  await tokensOf(await app.refresh(narrow.refresh_token, { resource: `${site.url}/mcp` }));
});

const revoke = (fields: Record<string, string>) => postForm(`${site.url}/oauth/revoke`, fields);

test('O16, checklist 17: revoking a refresh token ends the connection, an access token itself alone', async () => {
  const tokens = await app.connect(person);
  const client_id = app.clientId;
  assert.equal((await revoke({ client_id, token: tokens.access_token })).status, 200);
  assert.equal(await isLive(tokens.access_token), false);
  const next = await tokensOf(await app.refresh(tokens.refresh_token));
  assert.equal(
    (await revoke({ client_id, token: next.refresh_token, token_type_hint: 'refresh_token' })).status,
    200,
  );
  assert.equal(await isLive(next.access_token), false);
  assert.deepEqual(await errorOf(await app.refresh(next.refresh_token)), [400, 'invalid_grant']);
});

test('O16, checklist 17: revocation says 200 to anything, and ends only the app’s own', async () => {
  const other = await OAuthApp.register(site.url);
  const tokens = await app.connect(person);
  const key = await site.db.apiKey.findUniqueOrThrow({ where: { id: person.keyId } });
  for (const token of [tokens.refresh_token, tokens.access_token, 'unknown', person.key]) {
    assert.equal((await revoke({ client_id: other.clientId, token })).status, 200);
  }
  assert.equal(await isLive(tokens.access_token), true);
  assert.equal(key.revokedAt, null);
  await tokensOf(await app.refresh(tokens.refresh_token));
  assert.deepEqual(await errorOf(await revoke({ client_id: app.clientId })), [400, 'invalid_request']);
  assert.deepEqual(await errorOf(await revoke({ client_id: 'x', token: 'y' })), [401, 'invalid_client']);
});

test('O12, O13: of 50 redemptions or refreshes at once, over two web processes, one wins and the family ends', async (t) => {
  const twin = await startTwin(site);
  t.after(twin.stop);
  const spread = [site.url, twin.url];
  const race = async (fields: Record<string, string>) => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        postForm(`${spread[n % spread.length] ?? site.url}/oauth/token`, fields),
      ),
    );
    const won = answers.filter(({ status }) => status === 200);
    const lost = await Promise.all(answers.filter(({ status }) => status !== 200).map(errorOf));
    assert.equal(won.length, 1);
    assert.deepEqual(new Set(lost.map(String)), new Set(['400,invalid_grant']));
    const tokens = (await won[0]?.json()) as Tokens;
    assert.equal(await isLive(tokens.access_token), false);
    assert.deepEqual(await errorOf(await app.refresh(tokens.refresh_token)), [400, 'invalid_grant']);
  };
  const common = { client_id: app.clientId };
  const code = await app.approve(person);
  await race({ ...common, grant_type: 'authorization_code', code, code_verifier: app.verifier });
  const { refresh_token } = await app.connect(person);
  await race({ ...common, grant_type: 'refresh_token', refresh_token });
});
