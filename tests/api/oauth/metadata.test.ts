// What an app reads first, and how every OAuth address treats methods and origins: O1 and O20.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestSite, type TestSite } from '../../support/test-site.ts';

let site: TestSite;
before(async () => {
  site = await startTestSite();
});
after(() => site.stop());

const read = async (path: string) => {
  const response = await fetch(site.url + path);
  assert.equal(response.status, 200, path);
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
  return (await response.json()) as Record<string, unknown>;
};

test('O1, checklist 22: the server’s metadata names this site as issuer, everywhere the same', async () => {
  assert.deepEqual(await read('/.well-known/oauth-authorization-server'), {
    issuer: site.url,
    authorization_endpoint: `${site.url}/oauth/authorize`,
    token_endpoint: `${site.url}/oauth/token`,
    registration_endpoint: `${site.url}/oauth/register`,
    revocation_endpoint: `${site.url}/oauth/revoke`,
    scopes_supported: ['account'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${site.url}/docs/oauth`,
  });
});

test('O1, M19: every resource has its own document and names the same server', async () => {
  for (const path of ['', '/api/v1', '/mcp', '/mcp/account', '/a2a']) {
    const document = await read(`/.well-known/oauth-protected-resource${path}`);
    assert.equal(document['resource'], site.url + path);
    assert.deepEqual(document['authorization_servers'], [site.url]);
    assert.deepEqual(document['scopes_supported'], ['account']);
    assert.deepEqual(document['bearer_methods_supported'], ['header']);
  }
});

test('O1: the host a request names changes nothing', async () => {
  const response = await fetch(`${site.url}/.well-known/oauth-authorization-server`, {
    headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  });
  assert.ok(!(await response.text()).includes('evil.example'));
});

const open = ['/.well-known/oauth-authorization-server', '/.well-known/oauth-protected-resource/mcp'];
const posted = ['/oauth/register', '/oauth/token', '/oauth/revoke'];

test('O20, checklist 22: any origin may read metadata, register, get and revoke tokens', async () => {
  for (const path of [...open, ...posted]) {
    const preflight = await fetch(site.url + path, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example', 'access-control-request-headers': 'mcp-protocol-version' },
    });
    assert.equal(preflight.status, 204, path);
    assert.equal(preflight.headers.get('access-control-allow-origin'), '*');
    assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /MCP-Protocol-Version/);
    assert.equal(preflight.headers.get('access-control-allow-credentials'), null);
  }
});

test('O20: no origin may read the authorization page', async () => {
  const response = await fetch(`${site.url}/oauth/authorize`, { headers: { origin: 'https://app.example' } });
  assert.equal(response.headers.get('access-control-allow-origin'), null);
});

test('O20: other methods are refused and told what is served', async () => {
  for (const path of posted) {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const response = await fetch(site.url + path, { method });
      assert.equal(response.status, 405, `${method} ${path}`);
      assert.equal(response.headers.get('allow'), 'POST, OPTIONS');
    }
  }
  for (const path of open) assert.equal((await fetch(site.url + path, { method: 'POST' })).status, 405);
  const authorize = await fetch(`${site.url}/oauth/authorize`, { method: 'PUT' });
  assert.equal(authorize.status, 405);
  assert.equal(authorize.headers.get('allow'), 'GET, POST');
});
