// What a credential reaches and when it ends: O15 to O17.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestAccount, type TestAccount } from '../../support/accounts.ts';
import { AgentCaller } from '../../support/a2a-calls.ts';
import { callTool } from '../../support/mcp-calls.ts';
import { OAuthApp, postJson } from '../../support/oauth-app.ts';
import { startTestSite, startTwin, type TestSite } from '../../support/test-site.ts';

let site: TestSite;
let account: TestAccount;
let app: OAuthApp;

before(async () => {
  site = await startTestSite();
  account = await createTestAccount(site.db);
  app = await OAuthApp.register(site.url);
});
after(() => site.stop());

const auth = (secret: string) => ({ authorization: `Bearer ${secret}` });
const restStatus = async (secret: string, url = site.url) =>
  (await fetch(`${url}/api/v1/me`, { headers: auth(secret) })).status;
const mcpStatus = async (secret: string) =>
  (await callTool(`${site.url}/mcp`, 'get_my_account', {}, secret)).status;
const agentStatus = async (secret: string) =>
  (await new AgentCaller(site.url, secret).call('ListTasks', {})).status;
const doors = async (secret: string) => [
  await restStatus(secret),
  await mcpStatus(secret),
  await agentStatus(secret),
];

test('O15, checklist 20: a token opens the doors of its resource and no others', async () => {
  const expected: [string | undefined, number[]][] = [
    [undefined, [200, 200, 200]],
    [site.url, [200, 200, 200]],
    [`${site.url}/api/v1`, [200, 401, 401]],
    [`${site.url}/mcp`, [401, 200, 401]],
    [`${site.url}/mcp/account`, [401, 200, 401]],
    [`${site.url}/a2a`, [401, 401, 200]],
  ];
  for (const [resource, statuses] of expected) {
    const { access_token } = await app.connect(account, { resource });
    assert.deepEqual(await doors(access_token), statuses, resource);
  }
});

test('O15, checklist 11: no door takes a credential from the address', async () => {
  const { access_token } = await app.connect(account);
  for (const query of [`access_token=${access_token}`, `token=${account.key}`, `key=${account.key}`]) {
    assert.equal((await fetch(`${site.url}/api/v1/me?${query}`)).status, 401);
    assert.equal((await postJson(`${site.url}/a2a?${query}`, {})).status, 401);
  }
});

test('O15, checklist 10: an access token ends after its hour, a refresh token opens no door', async () => {
  const { access_token, refresh_token } = await app.connect(account);
  assert.deepEqual(await doors(refresh_token), [401, 401, 401]);
  await site.db.oAuthToken.updateMany({ where: { kind: 'access' }, data: { expiresAt: new Date(0) } });
  assert.deepEqual(await doors(access_token), [401, 401, 401]);
  const { headers } = await fetch(`${site.url}/api/v1/me`, { headers: auth(access_token) });
  assert.match(headers.get('www-authenticate') ?? '', /error="invalid_token"/);
});

type Trpc = { result?: { data?: { json?: unknown } } };
const trpc = (
  path: string,
  options: { cookie?: string; secret?: string; input?: unknown; url?: string } = {},
) => {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    origin: site.url,
    ...(options.cookie ? { cookie: options.cookie } : {}),
    ...(options.secret ? auth(options.secret) : {}),
  };
  const url = `${options.url ?? site.url}/api/trpc/${path}`;
  return options.input === undefined
    ? fetch(url, { headers })
    : fetch(url, { method: 'POST', headers, body: JSON.stringify(options.input) });
};

test('O16, checklist 18: disconnecting an app on the developers page ends it on every server', async (t) => {
  const twin = await startTwin(site);
  t.after(twin.stop);
  const person = await createTestAccount(site.db);
  const tokens = await app.connect(person, { resource: `${site.url}/api/v1` });
  const again = await app.connect(person, { resource: `${site.url}/api/v1` });
  const open = await app.connect(person);
  assert.deepEqual(
    [await restStatus(open.access_token), await restStatus(open.access_token, twin.url)],
    [200, 200],
  );
  const listed = (await (await trpc('apps.list', { cookie: person.cookie })).json()) as Trpc;
  const data = (listed.result?.data?.json ?? listed.result?.data) as {
    apps: { id: string; name: string; resource: string | null; redirect_host: string }[];
  };
  assert.deepEqual(
    data.apps.map(({ name, resource, redirect_host }) => [name, resource, redirect_host]),
    [
      ['Test app', null, 'app.example'],
      ['Test app', `${site.url}/api/v1`, 'app.example'],
    ],
  );
  const bound = data.apps.find(({ resource }) => resource !== null);
  const response = await trpc('apps.disconnect', { cookie: person.cookie, input: { id: bound?.id } });
  assert.equal(response.status, 200, await response.text());
  for (const { access_token, refresh_token } of [tokens, again]) {
    assert.equal(await restStatus(access_token), 401);
    assert.equal(await restStatus(access_token, twin.url), 401);
    assert.equal((await app.refresh(refresh_token)).status, 400);
  }
  assert.equal(await restStatus(open.access_token), 200);
});

test('O17, checklist 19: a key or a token reaches no keys, no apps and no consent', async () => {
  const { access_token } = await app.connect(account);
  for (const secret of [account.key, access_token]) {
    for (const [path, input] of [
      ['keys.list', undefined],
      ['keys.create', { name: 'stolen' }],
      ['keys.revoke', { id: account.keyId }],
      ['apps.list', undefined],
      ['apps.disconnect', { id: 'grant_0000000000000000000000' }],
    ] as const) {
      const { status } = await trpc(path, { secret, input });
      assert.ok(status === 401 || status === 403, `${path} ${status}`);
    }
    const consent = await fetch(app.authorizeUrl(), { headers: auth(secret), redirect: 'manual' });
    assert.equal(new URL(consent.headers.get('location') ?? '').pathname, '/signin');
  }
  assert.equal(await site.db.apiKey.count({ where: { accountId: account.id } }), 1);
});
