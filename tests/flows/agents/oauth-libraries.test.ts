// O19: whole flows of the libraries that apps use, oauth4webapi and openid-client, and an app known by its document.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as oauth from 'oauth4webapi';
import * as client from 'openid-client';
import { createTestAccount, type TestAccount } from '../../support/accounts.ts';
import { approveByForm } from '../../support/person-at-browser.ts';
import { startTestSite, type TestSite } from '../../support/test-site.ts';

let site: TestSite;
let account: TestAccount;

before(async () => {
  site = await startTestSite();
  account = await createTestAccount(site.db);
});
after(() => site.stop());

const redirectUri = 'http://127.0.0.1:7777/callback';
const me = async (accessToken: string) =>
  (await fetch(`${site.url}/api/v1/me`, { headers: { authorization: `Bearer ${accessToken}` } })).status;

test('O19: oauth4webapi discovers, registers, connects, refreshes and revokes', async () => {
  const insecure = { [oauth.allowInsecureRequests]: true };
  const issuer = new URL(site.url);
  const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
  const server = await oauth.processDiscoveryResponse(issuer, found);
  const registration = await oauth.dynamicClientRegistrationRequest(
    server,
    { client_name: 'oauth4webapi', redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' },
    insecure,
  );
  const registered = await oauth.processDynamicClientRegistrationResponse(registration);

  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const url = new URL(server.authorization_endpoint ?? '');
  url.search = new URLSearchParams({
    client_id: registered.client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'account',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    resource: `${site.url}/api/v1`,
  }).toString();
  const callback = await approveByForm(site.url, account)(url);
  const parameters = oauth.validateAuthResponse(server, registered, callback, state);
  const none = oauth.None();
  const answer = await oauth.authorizationCodeGrantRequest(
    server,
    registered,
    none,
    parameters,
    redirectUri,
    verifier,
    insecure,
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, registered, answer);
  assert.equal(await me(tokens.access_token), 200);

  const refreshed = await oauth.processRefreshTokenResponse(
    server,
    registered,
    await oauth.refreshTokenGrantRequest(server, registered, none, tokens.refresh_token ?? '', insecure),
  );
  assert.equal(await me(refreshed.access_token), 200);
  await oauth.processRevocationResponse(
    await oauth.revocationRequest(server, registered, none, refreshed.refresh_token ?? '', insecure),
  );
  assert.equal(await me(refreshed.access_token), 401);
});

test('O19: openid-client does the same', async () => {
  const options = { algorithm: 'oauth2' as const, execute: [client.allowInsecureRequests] };
  const config = await client.dynamicClientRegistration(
    new URL(site.url),
    { client_name: 'openid-client', redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' },
    client.None(),
    options,
  );
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'account',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  });
  const callback = await approveByForm(site.url, account)(url);
  const tokens = await client.authorizationCodeGrant(config, callback, {
    pkceCodeVerifier: verifier,
    expectedState: state,
  });
  assert.equal(await me(tokens.access_token), 200);
  const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
  assert.equal(await me(refreshed.access_token), 200);
  await client.tokenRevocation(config, refreshed.access_token);
  assert.equal(await me(refreshed.access_token), 401);
});
