// O18: after every kind of secret was used, on a site at work, neither its database nor its logs hold one that still opens anything.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import type { SplitWire } from '../../../server/contract/split.ts';
import { AgentCaller } from '../../support/a2a-calls.ts';
import { createTestAccount, type TestAccount } from '../../support/accounts.ts';
import { apiCaller } from '../../support/api-call.ts';
import { bearer, callTool } from '../../support/mcp-calls.ts';
import { OAuthApp, type Tokens } from '../../support/oauth-app.ts';
import { startTestSite, type TestSite } from '../../support/test-site.ts';
import { testSong } from '../../support/test-song.ts';

let site: TestSite;
let rest: ReturnType<typeof apiCaller>;

before(async () => {
  site = await startTestSite({ withWorker: true, withEngine: true });
  rest = apiCaller(site.url);
});
after(() => site.stop());

/** Every secret of the flow, by what it is. */
const secrets = new Map<string, string>();
const keep = (name: string, secret: string | undefined | null): string => {
  assert.ok(secret !== undefined && secret !== null && secret.length > 20, `${name}: ${secret}`);
  secrets.set(name, secret);
  return secret;
};

const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

const mails = async (): Promise<string[]> => {
  const dir = path.join(site.dataDir, 'outbox');
  const names = (await readdir(dir).catch(() => [])).filter((name) => name.endsWith('.eml'));
  return Promise.all(names.sort().map((name) => readFile(path.join(dir, name), 'utf8')));
};

const askForLink = async (email: string): Promise<string> => {
  const asked = await fetch(`${site.url}/api/auth/csrf`);
  const { csrfToken } = (await asked.json()) as { csrfToken: string };
  const known = (await mails()).length;
  const sent = await fetch(`${site.url}/api/auth/signin/email`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookiesOf(asked), origin: site.url },
    body: new URLSearchParams({ csrfToken, email, callbackUrl: `${site.url}/developers`, json: 'true' }),
  });
  assert.equal(sent.status, 200, await sent.text());
  const all = await mails();
  assert.equal(all.length, known + 1);
  return /http:\S+callback\/email\?\S+/.exec(all.at(-1) ?? '')?.[0] ?? '';
};

const tokenIn = (link: string): string | null => new URL(link).searchParams.get('token');

const signIn = async (): Promise<{ cookie: string; key: string }> => {
  keep('an unused sign-in link', tokenIn(await askForLink('ann@example.org')));
  const link = await askForLink('ann@example.org');
  keep('a used sign-in link', tokenIn(link));
  keep('the owner’s link', tokenIn(site.ownerLink));
  await fetch(site.ownerLink, { redirect: 'manual' });
  const cookie = cookiesOf(await fetch(link, { redirect: 'manual' }));
  keep('a session', /session-token=([^;]+)/.exec(cookie)?.[1]);
  const made = await fetch(`${site.url}/api/trpc/keys.create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site.url, cookie },
    body: JSON.stringify({ name: 'Laptop' }),
  });
  const { result } = (await made.json()) as { result: { data: { secret: string } } };
  return { cookie, key: keep('a key', result.data.secret) };
};

const connectApp = async (person: TestAccount): Promise<Tokens> => {
  const app = await OAuthApp.register(site.url);
  keep('a verifier', app.verifier);
  const code = keep('a used code', await app.approve(person));
  const first = (await (await app.redeem(code)).json()) as Tokens;
  keep('an access token', first.access_token);
  keep('a used refresh token', first.refresh_token);
  const next = (await (await app.refresh(first.refresh_token)).json()) as Tokens;
  keep('the next access token', next.access_token);
  keep('a refresh token', next.refresh_token);
  const unused = keep('a code that was refused', await app.approve(person));
  assert.equal((await app.redeem(unused, { code_verifier: 'w'.repeat(43) })).status, 400);
  keep('a consent form', (await app.openConsent(person)).csrf_token);
  return next;
};

const uploadSong = async (key: string): Promise<SplitWire> => {
  const song = testSong(3);
  const start = { filename: 'song.wav', size: song.length };
  const { body } = await rest('POST', '/uploads', { key, json: start });
  const upload_token = keep('an upload token', String(body['upload_token']));
  const [{ url }] = body['parts'] as unknown as [{ url: string }];
  keep('the signature of a part', new URL(url).searchParams.get('signature'));
  const put = await fetch(url, { method: 'PUT', body: new Uint8Array(song) });
  const parts = [{ n: 1, etag: put.headers.get('etag') ?? '' }];
  const json = { upload_token, parts, filename: 'song.wav' };
  const split = await rest('POST', '/uploads/complete', { key, json });
  assert.equal(split.status, 202, JSON.stringify(split.body));
  return split.body as unknown as SplitWire;
};

/** The bound is for a run that hangs, not a claim about speed. */
const finished = async (key: string, id: string): Promise<SplitWire> => {
  for (let tries = 0; tries < 20; tries += 1) {
    const { body } = await rest('GET', `/splits/${id}?wait=20`, { key });
    if (body['status'] === 'done') return body as unknown as SplitWire;
  }
  throw new Error(`${id} did not end\n${site.output().slice(-4000)}`);
};

/** What people and programs do wrong is logged too. */
const makeMistakes = async (key: string, token: string): Promise<void> => {
  await fetch(`${site.url}/api/v1/me?key=${key}&access_token=${token}`);
  await fetch(`${site.url}/api/v1/splits/${key}`, { headers: bearer(token) });
  await rest('POST', '/splits', { key, json: { audio_url: `http://10.0.0.1/?key=${key}` } });
  await fetch(`${site.url}/oauth/token`, { method: 'POST', body: JSON.stringify({ refresh_token: token }) });
  await callTool(`${site.url}/mcp`, 'get_split', { split_id: token }, key);
};

const dumpDatabase = async (): Promise<string> => {
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      `SELECT format('%I', tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
    );
    assert.ok(tables.rows.length > 20);
    let dump = '';
    for (const { name } of tables.rows) {
      const rows = await client.query<{ line: string }>(`SELECT t::text AS line FROM ${name} AS t`);
      dump += `${name}\n${rows.rows.map(({ line }) => line).join('\n')}\n`;
    }
    return dump;
  } finally {
    await client.end();
  }
};

test('O18: the database and the logs hold no usable key, code, token, cookie, upload or sign-in link', async () => {
  const { key } = await signIn();
  const person = await createTestAccount(site.db, { plan: 'pro' });
  keep('another session', person.cookie.split('=')[1]);
  keep('another key', person.key);
  const { access_token } = await connectApp(person);
  const mcp = `${site.url}/mcp`;
  assert.equal((await callTool(mcp, 'get_my_account', {}, access_token)).status, 200);
  assert.equal((await callTool(mcp, 'list_my_songs', {}, key)).status, 200);
  assert.equal((await new AgentCaller(site.url, access_token).call('ListTasks', {})).status, 200);
  await finished(key, (await uploadSong(key)).id);
  const split = await finished(person.key, (await uploadSong(person.key)).id);
  for (const { name, wav_url } of split.stems) {
    keep(`the WAV key of ${name}`, new URL(wav_url ?? '').searchParams.get('key'));
    assert.equal((await fetch(wav_url ?? '')).status, 200);
  }
  keep('the MP3 key', new URL(split.stems[0]?.mp3_url ?? '').searchParams.get('key'));
  await makeMistakes(key, access_token);

  // The owner's link is printed once at start, for the owner who started it.
  const log = site.output().replace(site.ownerLink, '');
  const dump = await dumpDatabase();
  assert.ok(dump.includes(person.email) && dump.includes('ann@example.org'), 'the dump is not empty');
  assert.ok(log.split('\n').length > 5, 'something was logged');
  for (const [place, text] of [
    ['database', dump],
    ['log', log],
  ] as const) {
    for (const [name, secret] of secrets) assert.ok(!text.includes(secret), `${name} is in the ${place}`);
    const shaped = /pb_(live|at|rt|ac|up)_[\w-]{43}/.exec(text)?.[0];
    assert.equal(shaped, undefined, place);
    assert.equal(/callback\/email\?[^"\s]*token=[0-9a-f]{20}/.exec(text), null, place);
    assert.equal(/[?&](signature|key)=[\w-]{20,}/.exec(text), null, place);
  }
});
