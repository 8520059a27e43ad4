// The protocol in both eras, without anything being split: M1 to M10, M13 to M16, M19, M20.
import assert from 'node:assert/strict';
import http from 'node:http';
import { after, before, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { mcpToolNames, mcpTools } from '../../../server/contract/mcp-tools.ts';
import {
  bearer,
  callLegacy,
  callModern,
  callTool,
  legacyRequest,
  modernResponse,
  readRpc,
} from '../../support/mcp-calls.ts';
import { OAuthApp, postJson } from '../../support/oauth-app.ts';
import { createTestAccount, type TestAccount } from '../../support/accounts.ts';
import { startTestSite, type TestSite } from '../../support/test-site.ts';

let site: TestSite;
let person: TestAccount;
let mcp: string;
const initialize = legacyRequest('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
});
const protectedTools = mcpToolNames.filter((name) => mcpTools[name].credential === 'required');

before(async () => {
  site = await startTestSite();
  mcp = `${site.url}/mcp`;
  person = await createTestAccount(site.db);
});
after(() => site.stop());

const challengeOf = (headers: Headers) => headers.get('www-authenticate') ?? '';

test('M1: a client of 2025 initializes without a credential', async () => {
  const { status, result } = await callLegacy(mcp, initialize);
  assert.equal(status, 200);
  assert.equal(result?.['protocolVersion'], '2025-11-25');
  assert.match(JSON.stringify(result?.['serverInfo']), /"name":"partbook"/);
});

test('M2: a client of 2026 discovers the revision', async () => {
  const { result } = await callModern(mcp, 'server/discover');
  assert.deepEqual(result?.['supportedVersions'], ['2026-07-28']);
  assert.equal(typeof result?.['ttlMs'], 'number');
});

type ShownTool = {
  name: string;
  title: string;
  description: string;
  inputSchema: object;
  outputSchema: object;
};
const listTools = async (): Promise<ShownTool[]> =>
  (await callModern(mcp, 'tools/list')).result?.['tools'] as ShownTool[];

test('M3: both eras list exactly the eleven tools, in one order', async () => {
  const names = [
    'get_capabilities', 'get_task_url', 'split_songs', 'get_split', 'get_batch', 'list_my_songs',
    'rename_song', 'delete_song', 'list_setlists', 'create_setlist', 'get_my_account',
  ]; // prettier-ignore
  const modern = await listTools();
  const legacy = (await callLegacy(mcp, legacyRequest('tools/list'))).result?.['tools'] as ShownTool[];
  assert.deepEqual(
    modern.map(({ name }) => name),
    names,
  );
  assert.deepEqual(
    legacy.map(({ name }) => name),
    names,
  );
  assert.deepEqual(legacy, modern);
  for (const tool of modern) {
    assert.ok(tool.title.length > 3 && tool.description.length > 60, tool.name);
    assert.equal((tool.inputSchema as { type: string }).type, 'object');
    assert.equal((tool.outputSchema as { type: string }).type, 'object');
  }
});

test('M3: annotations and security say what a tool does to whom', async () => {
  const tools = (await listTools()) as unknown as Record<string, Record<string, unknown>>[];
  const of = (name: string) => tools.find((tool) => (tool['name'] as unknown) === name) ?? {};
  assert.equal(of('delete_song')['annotations']?.['destructiveHint'], true);
  assert.equal(of('delete_song')['annotations']?.['idempotentHint'], true);
  assert.equal(of('rename_song')['annotations']?.['idempotentHint'], true);
  assert.equal(of('split_songs')['annotations']?.['openWorldHint'], true);
  for (const name of ['get_split', 'get_batch', 'list_my_songs', 'list_setlists', 'get_my_account']) {
    assert.equal(of(name)['annotations']?.['readOnlyHint'], true, name);
  }
  assert.deepEqual(of('get_task_url')['_meta']?.['securitySchemes'], [{ type: 'noauth' }]);
  assert.deepEqual(of('split_songs')['_meta']?.['securitySchemes'], [
    { type: 'oauth2', scopes: ['account'] },
  ]);
});

test('M4: the public tools answer anybody, as their output schema says, and as the same JSON in text', async () => {
  const ajv = new Ajv2020({ strict: false });
  addFormats['default'](ajv);
  const tools = await listTools();
  const calls: [string, object][] = [['get_capabilities', {}]];
  for (const task of [
    'vocal_remover',
    'basic_split',
    'full_separation',
    'library',
    'practice_room',
    'batch',
    'setlists',
    'developers',
    'pricing',
  ]) {
    calls.push(['get_task_url', { task }]);
  }
  for (const [name, args] of calls) {
    const { tool } = await callTool(mcp, name, args);
    const schema = tools.find((shown) => shown.name === name)?.outputSchema ?? {};
    assert.equal(ajv.validate(schema, tool.structuredContent), true, ajv.errorsText());
    assert.deepEqual(JSON.parse(tool.content[0]?.text ?? ''), tool.structuredContent);
  }
});

test('M5: a protected tool without a credential is 401 with the way to one, and does nothing', async () => {
  for (const name of protectedTools) {
    const { status, headers } = await callTool(mcp, name, { songs: ['https://example.org/a.mp3'] });
    assert.equal(status, 401, name);
    const metadata = `resource_metadata="${site.url}/.well-known/oauth-protected-resource/mcp"`;
    assert.ok(challengeOf(headers).startsWith(`Bearer ${metadata}, scope="account"`), challengeOf(headers));
    assert.ok(!challengeOf(headers).includes('error='));
  }
  assert.equal(await site.db.split.count(), 0);
});

test('M6: also inside a batch of calls', async () => {
  const batch = [
    legacyRequest('tools/call', { name: 'get_capabilities', arguments: {} }, 1),
    legacyRequest('tools/call', { name: 'get_my_account', arguments: {} }, 2),
  ];
  assert.equal((await callLegacy(mcp, batch)).status, 401);
});

test('M7: /mcp/account wants a credential for everything and names its own metadata', async () => {
  for (const body of [initialize, legacyRequest('tools/list'), legacyRequest('ping')]) {
    const { status, headers } = await callLegacy(`${mcp}/account`, body);
    assert.equal(status, 401);
    assert.match(challengeOf(headers), /oauth-protected-resource\/mcp\/account"/);
  }
  assert.equal((await callLegacy(`${mcp}/account`, initialize, person.key)).status, 200);
});

test('M8: a credential that does not stand is 401, also on public tools', async () => {
  const stranger = await createTestAccount(site.db);
  const public_ = (secret: string) => callTool(mcp, 'get_capabilities', {}, secret);
  assert.equal((await public_(stranger.key)).status, 200);
  await site.db.apiKey.update({ where: { id: stranger.keyId }, data: { revokedAt: new Date() } });
  for (const secret of [stranger.key, 'nonsense', `${person.key}x`, 'pb_live_']) {
    const { status, headers } = await public_(secret);
    assert.equal(status, 401);
    assert.match(challengeOf(headers), /error="invalid_token"/);
  }
});

test('M9, M10, O15: a key and a token act on their account; a token for the agent door does not open this one', async () => {
  const app = await OAuthApp.register(site.url);
  const me = async (secret: string) => callTool(mcp, 'get_my_account', {}, secret);
  const rest = await fetch(`${site.url}/api/v1/me`, {
    headers: { authorization: `Bearer ${person.key}` },
  });
  const account = (await rest.json()) as Record<string, unknown>;
  for (const resource of [undefined, site.url, mcp, `${mcp}/account`]) {
    const { access_token } = await app.connect(person, { resource });
    assert.deepEqual((await me(access_token)).tool.structuredContent, account);
  }
  assert.deepEqual((await me(person.key)).tool.structuredContent, account);
  for (const resource of [`${site.url}/a2a`, `${site.url}/api/v1`]) {
    const { access_token, refresh_token } = await app.connect(person, { resource });
    assert.equal((await me(access_token)).status, 401);
    assert.equal((await me(refresh_token)).status, 401);
  }
  assert.equal((await callTool(`${mcp}?access_token=${person.key}`, 'get_my_account', {})).status, 401);
});

test('M14: what is not the protocol is refused as the protocol says', async () => {
  const mismatch = await callModern(mcp, 'tools/list', { headers: { 'mcp-method': 'ping' } });
  assert.deepEqual([mismatch.status, mismatch.error?.code], [400, -32020]);
  const version = await callModern(mcp, 'tools/list', {
    headers: { 'mcp-protocol-version': '2031-01-01' },
    params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2031-01-01' } },
  });
  assert.deepEqual([version.status, version.error?.code], [400, -32022]);
  const method = await callModern(mcp, 'songs/sing');
  assert.deepEqual([method.status, method.error?.code], [404, -32601]);
  const unknownTool = await callTool(mcp, 'sing_song', {});
  assert.equal(unknownTool.error?.code, -32602);
  const json = await readRpc(await postJson(mcp, '{"jsonrpc":', {}));
  assert.deepEqual([json.status, json.error?.code], [400, -32700]);
  assert.equal((await postJson(mcp, '{}', { 'content-type': 'text/plain' })).status, 415);
  for (const verb of ['GET', 'DELETE', 'PUT', 'OPTIONS']) {
    assert.equal((await fetch(mcp, { method: verb })).status, 405, verb);
  }
  const big = await postJson(mcp, legacyRequest('ping', { padding: 'x'.repeat(300_000) }));
  assert.equal(big.status, 413);
});

const statusWithHeaders = (headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const url = new URL(mcp);
    const request = http.request(
      {
        host: '127.0.0.1',
        port: url.port,
        path: '/mcp',
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
      },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    request.on('error', reject);
    request.end(JSON.stringify(initialize));
  });

test('M15: a foreign page or a rebound name is refused', async () => {
  const host = new URL(mcp).host;
  assert.equal(await statusWithHeaders({ host }), 200);
  assert.equal(await statusWithHeaders({ host, origin: site.url }), 200);
  assert.equal(await statusWithHeaders({ host: 'evil.example' }), 403);
  assert.equal(await statusWithHeaders({ host, origin: 'https://evil.example' }), 403);
  assert.equal(await statusWithHeaders({ host, origin: 'null' }), 403);
});

test('M16: a notification is accepted without an answer', async () => {
  const response = await postJson(
    mcp,
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
  );
  assert.equal(response.status, 202);
  assert.equal(await response.text(), '');
});

test('M11: arguments that are not valid queue nothing and say what is wrong', async () => {
  const eleven = Array.from({ length: 11 }, (_, n) => `https://example.org/${n}.mp3`);
  const wrong: [object, RegExp][] = [
    [{}, /songs/],
    [{ songs: [] }, /songs/],
    [{ songs: eleven }, /songs/],
    [{ songs: ['not a link'] }, /songs\.0/],
    [{ songs: ['ftp://example.org/a.mp3'] }, /songs\.0/],
    [{ songs: ['https://example.org/a.mp3'], model: 'everything' }, /model/],
    [{ songs: ['https://example.org/a.mp3'], idempotency_key: 'short' }, /idempotency_key/],
    [{ songs: ['https://example.org/a.mp3'], extra: 1 }, /extra/],
  ];
  for (const [args, why] of wrong) {
    const { tool } = await callTool(mcp, 'split_songs', args, person.key);
    assert.equal(tool.isError, true, JSON.stringify(args));
    assert.equal(tool.structuredContent['error'], 'validation_failed');
    assert.match(String(tool.structuredContent['message']), why);
  }
  assert.equal(await site.db.split.count(), 0);
  assert.equal(await site.db.batchItem.count(), 0);
});

test('M11: a private address is refused by the tool as it is by REST, and queues nothing', async () => {
  const links = [
    'http://127.0.0.1/a.mp3', 'http://localhost/a.mp3', 'http://169.254.169.254/latest/meta-data/', 'http://10.0.0.1/a.mp3',
    'http://[::1]/a.mp3', 'http://[::ffff:10.0.0.1]/a.mp3', 'http://2130706433/a.mp3', 'http://0177.0.0.1/a.mp3',
  ]; // prettier-ignore
  for (const audio_url of links) {
    const { tool } = await callTool(mcp, 'split_songs', { songs: [audio_url] }, person.key);
    const response = await postJson(`${site.url}/api/v1/splits`, { audio_url }, bearer(person.key));
    const byRest = (await response.json()) as { error: string; detail: { msg: string; type: string }[] };
    assert.deepEqual([tool.isError, response.status], [true, 422], audio_url);
    assert.equal(byRest.detail[0]?.type, 'url_not_public');
    assert.equal(tool.structuredContent['error'], byRest.error);
    assert.match(String(tool.structuredContent['message']), /private or local address/);
    assert.match(byRest.detail[0]?.msg ?? '', /private or local address/);
  }
  const { tool } = await callTool(mcp, 'split_songs', { songs: links }, person.key);
  assert.deepEqual([tool.isError, tool.structuredContent['error']], [true, 'validation_failed']);
  assert.equal(await site.db.split.count(), 0);
  assert.equal(await site.db.batchItem.count(), 0);
});

test('the resource and the prompt are offered and read', async () => {
  const resources = (await callModern(mcp, 'resources/list')).result?.['resources'] as { uri: string }[];
  assert.equal(resources.length, 1);
  const read = await callModern(mcp, 'resources/read', { params: { uri: resources[0]?.uri ?? '' } });
  const contents = (read.result?.['contents'] ?? []) as { text: string }[];
  const { tool } = await callTool(mcp, 'get_capabilities', {});
  assert.deepEqual(JSON.parse(contents[0]?.text ?? ''), tool.structuredContent);
  const prompts = (await callModern(mcp, 'prompts/list')).result?.['prompts'] as { name: string }[];
  assert.deepEqual(
    prompts.map(({ name }) => name),
    ['practise_a_song'],
  );
  const prompt = await callModern(mcp, 'prompts/get', {
    params: { name: 'practise_a_song', arguments: { audio_url: 'https://example.org/a.mp3', part: 'bass' } },
  });
  assert.match(JSON.stringify(prompt.result), /I play bass/);
});

test('M20: errors carry no trace, path or secret', async () => {
  const answers = [
    await modernResponse(mcp, 'tools/call', {
      params: { name: 'get_split', arguments: { split_id: "x' OR 1=1" } },
      secret: person.key,
    }),
    await modernResponse(mcp, 'tools/call', {
      params: { name: 'get_my_account', arguments: {} },
      secret: 'pb_live_x',
    }),
    await postJson(mcp, '{'),
  ];
  for (const answer of answers) {
    const text = await answer.text();
    assert.ok(!/\bat .*:\d+:\d+|node_modules|server\/|pb_live_|postgres/i.test(text), text);
  }
});
