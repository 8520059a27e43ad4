// O19, checklist 23: an app known by its own document (client_id is its address), fetched over TLS by the running server.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import * as oauth from 'oauth4webapi';
import { createTestAccount, type TestAccount } from '../../support/accounts.ts';
import { approveByForm } from '../../support/person-at-browser.ts';
import { startTestSite, type TestSite } from '../../support/test-site.ts';
import { makeCertificate } from '../../support/tls-certificate.ts';

const redirectUri = 'https://app.example/callback';
const insecure = { [oauth.allowInsecureRequests]: true };
let folder = '';
let home: Server;
let unknownHome: Server;
let site: TestSite;
let person: TestAccount;
let fetched: string[] = [];
let answers: Record<string, RequestListener> = {};

const originOf = (server: Server): string => `https://localhost:${(server.address() as AddressInfo).port}`;
const listen = async ({ key, cert }: { key: string; cert: string }): Promise<Server> => {
  const server = createServer({ key, cert }, (request, response) => {
    fetched.push(request.url ?? '');
    const answer = answers[request.url ?? ''];
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return server;
};
const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/** Serves the document of an app at this path; `changes` make it wrong. */
const serveDocument = (place: string, changes: object = {}): string => {
  const client_id = `${originOf(home)}${place}`;
  const document = { client_id, client_name: 'Document app', redirect_uris: [redirectUri], ...changes };
  answers[place] = (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
  return client_id;
};

before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'partbook-document-'));
  const known = await makeCertificate(['localhost']);
  home = await listen(known);
  unknownHome = await listen(await makeCertificate(['localhost']));
  const authority = path.join(folder, 'authority.pem');
  await writeFile(authority, known.cert);
  site = await startTestSite({
    env: { NODE_EXTRA_CA_CERTS: authority, FETCH_ALLOW_CIDRS: '127.0.0.0/8 ::1/128' },
  });
});
after(async () => {
  await site.stop();
  await close(home);
  await close(unknownHome);
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  person = await createTestAccount(site.db);
  fetched = [];
  answers = {};
});

const verifier = oauth.generateRandomCodeVerifier();
const authorizeUrl = async (clientId: string, changes: Record<string, string> = {}): Promise<URL> => {
  const url = new URL(`${site.url}/oauth/authorize`);
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state: 'state-of-the-app',
    ...changes,
  }).toString();
  return url;
};
const open = async (clientId: string, cookie = person.cookie, changes = {}): Promise<Response> =>
  fetch(await authorizeUrl(clientId, changes), { redirect: 'manual', headers: { cookie } });

const me = async (accessToken: string): Promise<number> =>
  (await fetch(`${site.url}/api/v1/me`, { headers: { authorization: `Bearer ${accessToken}` } })).status;

test('an app that never registered is sent through sign-in, consent, token, refresh and revocation', async () => {
  const clientId = serveDocument('/app.json');
  const signedOut = await open(clientId, '');
  assert.equal(new URL(signedOut.headers.get('location') ?? '').pathname, '/signin');
  assert.deepEqual(fetched, [], 'strangers make the server fetch nothing');

  const page = await (await open(clientId)).text();
  assert.match(page, /Document app/);
  assert.match(page, /localhost/, 'the page names the host that vouches for the app');

  const issuer = new URL(site.url);
  const server = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
  );
  assert.equal(server['client_id_metadata_document_supported'], true);
  const client: oauth.Client = { client_id: clientId };
  const callback = await approveByForm(site.url, person)(await authorizeUrl(clientId));
  assert.equal(callback.origin + callback.pathname, redirectUri);
  const parameters = oauth.validateAuthResponse(server, client, callback, 'state-of-the-app');
  const none = oauth.None();
  const tokens = await oauth.processAuthorizationCodeResponse(
    server,
    client,
    await oauth.authorizationCodeGrantRequest(
      server,
      client,
      none,
      parameters,
      redirectUri,
      verifier,
      insecure,
    ),
  );
  assert.equal(await me(tokens.access_token), 200);
  const refreshed = await oauth.processRefreshTokenResponse(
    server,
    client,
    await oauth.refreshTokenGrantRequest(server, client, none, tokens.refresh_token ?? '', insecure),
  );
  assert.equal(await me(refreshed.access_token), 200);
  await oauth.processRevocationResponse(
    await oauth.revocationRequest(server, client, none, refreshed.refresh_token ?? '', insecure),
  );
  assert.equal(await me(refreshed.access_token), 401);
  assert.deepEqual(fetched, ['/app.json'], 'read once and kept for a while');
});

test('a document that changed counts once it is read again', async () => {
  const clientId = serveDocument('/moving.json');
  assert.equal((await open(clientId)).status, 200);
  serveDocument('/moving.json', { redirect_uris: ['https://app.example/elsewhere'] });
  assert.equal((await open(clientId)).status, 200);
  await site.db.oAuthClient.update({ where: { id: clientId }, data: { fetchedAt: new Date(0) } });
  const refused = await open(clientId);
  assert.equal(refused.status, 400);
  assert.equal(
    (await open(clientId, person.cookie, { redirect_uri: 'https://app.example/elsewhere' })).status,
    200,
  );
});

const assertPage = async (response: Response, why: RegExp): Promise<void> => {
  const page = await response.text();
  assert.equal(response.status, 400, page);
  assert.equal(response.headers.get('location'), null);
  assert.match(page, why);
};

test('what is no honest document gets an error page and no redirect', async () => {
  const other = serveDocument('/other.json', { client_id: `${originOf(home)}/app.json` });
  await assertPage(await open(other), /names another client_id/);
  await assertPage(await open(serveDocument('/empty.json', { redirect_uris: [] })), /redirect_uris/);
  await assertPage(
    await open(serveDocument('/secret.json', { token_endpoint_auth_method: 'client_secret_basic' })),
    /public clients/,
  );
  await assertPage(
    await open(serveDocument('/foreign.json'), person.cookie, { redirect_uri: 'https://evil.example/' }),
    /redirect/i,
  );
  await assertPage(
    await open(serveDocument('/large.json', { padding: 'x'.repeat(20_000) })),
    /cannot be fetched/,
  );
  answers['/text.json'] = (_, response) => response.end('hello');
  await assertPage(await open(`${originOf(home)}/text.json`), /not a JSON object/);
  answers['/moved.json'] = (_, response) => response.writeHead(302, { location: '/app.json' }).end();
  await assertPage(await open(`${originOf(home)}/moved.json`), /cannot be fetched/);
  await assertPage(await open(`${originOf(home)}/missing.json`), /cannot be fetched/);
});

test('no private address, no unknown authority and no plain http is asked for a document', async () => {
  const elsewhere = [
    'https://10.0.0.1/app.json',
    'https://169.254.169.254/app.json',
    'https://[fc00::1]/app.json',
  ];
  for (const clientId of elsewhere) await assertPage(await open(clientId), /cannot be fetched/);
  answers['/app.json'] = (_, response) => response.end('{}');
  await assertPage(await open(`${originOf(unknownHome)}/app.json`), /cannot be fetched/);
  await assertPage(await open(`${originOf(home).replace('https', 'http')}/app.json`), /register/);
  assert.deepEqual(fetched, []);
});
