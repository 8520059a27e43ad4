import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanClientName, unnamedApp } from './oauth-client-name.ts';
import { isDocumentId, readClientMetadata } from './oauth-client-metadata.ts';

const uris = ['https://app.example/cb'];

test('what an app says of itself is read; grant types we do not have are left out', () => {
  const client = readClientMetadata({
    client_name: 'Practice app',
    redirect_uris: uris,
    grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
    logo_uri: 'https://app.example/logo.png',
  });
  assert.deepEqual(client, { name: 'Practice app', redirectUris: uris });
});

test('what could not be honoured is refused with the error of RFC 7591', () => {
  const refusals: [unknown, string][] = [
    ['text', 'invalid_client_metadata'],
    [{ redirect_uris: 'https://app.example/cb' }, 'invalid_redirect_uri'],
    [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    [{ redirect_uris: Array(11).fill(uris[0]) }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    [{}, 'invalid_redirect_uri'],
    [{ redirect_uris: uris, client_name: 7 }, 'invalid_client_metadata'],
    [{ redirect_uris: uris, token_endpoint_auth_method: 'client_secret_basic' }, 'invalid_client_metadata'],
    [{ redirect_uris: uris, grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
    [{ redirect_uris: uris, response_types: ['token'] }, 'invalid_client_metadata'],
  ];
  for (const [metadata, code] of refusals) {
    assert.throws(() => readClientMetadata(metadata), { name: 'OAuthError', code }, JSON.stringify(metadata));
  }
});

test('checklist 12: an app’s name loses control and bidi characters and is at most 80 characters', () => {
  assert.equal(cleanClientName('Safe\u202Eelgoog\u0000\u200B  app\n'), 'Safeelgoog app');
  assert.equal(Array.from(cleanClientName('é'.repeat(500))).length, 80);
  assert.equal(cleanClientName(`a${'\u0301'.repeat(40)}`).length <= 4, true);
  assert.equal(cleanClientName('\u202E\u0007'), unnamedApp);
  assert.equal(cleanClientName('<script>alert(1)</script>'), '<script>alert(1)</script>');
});

test('checklist 23: a client id may be the https address of a document, in one spelling only', () => {
  assert.equal(isDocumentId('https://app.example/oauth/client.json'), true);
  for (const id of [
    'http://app.example/client.json',
    'https://app.example',
    'https://app.example/',
    'https://app.example/a/../client.json',
    'https://app.example/client.json#x',
    'https://u:p@app.example/client.json',
    'https://APP.example/client.json',
    'app_123',
  ]) {
    assert.equal(isDocumentId(id), false, id);
  }
});
