// An app written out by hand, step by step, for tests that look at single answers of the OAuth server.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import type { TestAccount } from './accounts.ts';

export type Fields = Readonly<Record<string, string | undefined>>;
export type Tokens = { access_token: string; refresh_token: string; expires_in: number };

const given = (fields: Fields): [string, string][] =>
  Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as [string, string]],
  );

export class OAuthApp {
  readonly site: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly verifier = randomBytes(32).toString('base64url');

  private constructor(site: string, clientId: string, redirectUri: string) {
    this.site = site;
    this.clientId = clientId;
    this.redirectUri = redirectUri;
  }

  static async register(site: string, redirectUri = 'https://app.example/callback', name = 'Test app') {
    const response = await postJson(`${site}/oauth/register`, {
      client_name: name,
      redirect_uris: [redirectUri],
    });
    const body = (await response.json()) as { client_id: string };
    assert.equal(response.status, 201, JSON.stringify(body));
    return new OAuthApp(site, body.client_id, redirectUri);
  }

  get challenge(): string {
    return createHash('sha256').update(this.verifier).digest('base64url');
  }

  authorizeUrl(changes: Fields = {}): string {
    const fields = {
      response_type: 'code',
      client_id: this.clientId,
      redirect_uri: this.redirectUri,
      code_challenge: this.challenge,
      code_challenge_method: 'S256',
      state: 'st~ate &1',
      ...changes,
    };
    return `${this.site}/oauth/authorize?${new URLSearchParams(given(fields)).toString()}`;
  }

  ask(person: TestAccount | null, changes: Fields = {}): Promise<Response> {
    return fetch(this.authorizeUrl(changes), {
      redirect: 'manual',
      headers: person ? { cookie: person.cookie } : {},
    });
  }

  /** The hidden fields of the consent page. */
  async openConsent(
    person: TestAccount,
    changes: Fields = {},
  ): Promise<{ request_id: string; csrf_token: string }> {
    const response = await this.ask(person, changes);
    const page = await response.text();
    assert.equal(response.status, 200, page);
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? '';
    return { request_id: field('request_id'), csrf_token: field('csrf_token') };
  }

  answer(
    person: TestAccount | null,
    fields: Fields,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return fetch(`${this.site}/oauth/authorize`, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: this.site,
        ...(person ? { cookie: person.cookie } : {}),
        ...headers,
      },
      body: new URLSearchParams(given(fields)).toString(),
    });
  }

  async approve(person: TestAccount, changes: Fields = {}): Promise<string> {
    const response = await this.answer(person, {
      ...(await this.openConsent(person, changes)),
      decision: 'approve',
    });
    assert.equal(response.status, 303, await response.text());
    const code = new URL(response.headers.get('location') ?? '').searchParams.get('code');
    assert.ok(code);
    return code;
  }

  token(fields: Fields): Promise<Response> {
    return postForm(`${this.site}/oauth/token`, { client_id: this.clientId, ...fields });
  }

  redeem(code: string, changes: Fields = {}): Promise<Response> {
    return this.token({
      grant_type: 'authorization_code',
      code,
      code_verifier: this.verifier,
      redirect_uri: this.redirectUri,
      ...changes,
    });
  }

  refresh(refreshToken: string, changes: Fields = {}): Promise<Response> {
    return this.token({ grant_type: 'refresh_token', refresh_token: refreshToken, ...changes });
  }

  async connect(person: TestAccount, changes: Fields = {}): Promise<Tokens> {
    const response = await this.redeem(await this.approve(person, changes), {
      resource: changes['resource'],
    });
    assert.equal(response.status, 200);
    return (await response.json()) as Tokens;
  }
}

export const postForm = (url: string, fields: Fields): Promise<Response> =>
  fetch(url, { method: 'POST', body: new URLSearchParams(given(fields)) });

export const postJson = (
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

/** The OAuth error of an answer, with its status. */
export const errorOf = async (response: Response): Promise<[number, string]> => {
  const body = (await response.json()) as { error: string; error_description: string };
  assert.ok(body.error_description.length > 10);
  return [response.status, body.error];
};
