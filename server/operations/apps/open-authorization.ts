// Checks an authorization request and, for a signed-in person, keeps it until they answer (RFC 6749 section 4.1.1).
import { createHash, randomBytes } from 'node:crypto';
import { OAuthError } from '../../contract/oauth-error.ts';
import type { OAuthClient } from '../../db/generated/client.ts';
import { newId } from '../../domain/ids.ts';
import { isChallenge } from '../../domain/oauth-pkce.ts';
import { describeRedirect, matchesRegistered, type RedirectTarget } from '../../domain/oauth-redirect-uri.ts';
import { canonicalResource, type TokenResource } from '../../domain/oauth-resource.ts';
import { isKnownScope } from '../../domain/oauth-scope.ts';
import type { Actor, Services } from '../context.ts';
import { findClient } from './find-client.ts';

type Person = Extract<Actor, { kind: 'person' }>;

export type AuthorizationParameters = {
  client_id?: string | undefined;
  redirect_uri?: string | undefined;
  response_type?: string | undefined;
  response_mode?: string | undefined;
  state?: string | undefined;
  code_challenge?: string | undefined;
  code_challenge_method?: string | undefined;
  scope?: string | undefined;
  resource?: string | undefined;
};

/** `page`: the app cannot be trusted with a redirect. `redirect`: the app is told. `sign_in`: nobody is signed in yet. */
export type OpenedAuthorization =
  | { outcome: 'page'; error: OAuthError }
  | { outcome: 'redirect'; redirectUri: string; error: OAuthError }
  | { outcome: 'sign_in' }
  | { outcome: 'consent'; consent: ConsentView };

export type ConsentView = {
  requestId: string;
  csrfToken: string;
  appName: string;
  /** The host of the app's own document; null for an app that registered by itself. */
  verifiedHost: string | null;
  redirect: RedirectTarget;
  resource: TokenResource;
};

const requestMinutes = 10;
const openRequestsPerSession = 20;
const parameterLength = 4096;

type Checked = { codeChallenge: string; resource: TokenResource };

const checkParameters = (
  asked: AuthorizationParameters,
  siteUrl: string,
  duplicates: readonly string[],
): Checked => {
  if (duplicates.includes('resource')) {
    throw new OAuthError('invalid_target', 'Name one resource; a token is made for one.');
  }
  if (duplicates.length > 0)
    throw new OAuthError('invalid_request', `${duplicates[0]} is sent more than once.`);
  if (asked.response_type === undefined) throw new OAuthError('invalid_request', 'response_type is missing.');
  if (asked.response_type !== 'code') {
    throw new OAuthError('unsupported_response_type', 'Only response_type=code is served.');
  }
  if ((asked.response_mode ?? 'query') !== 'query') {
    throw new OAuthError('invalid_request', 'Only response_mode=query is served.');
  }
  if (Object.values(asked).some((value) => (value?.length ?? 0) > parameterLength)) {
    throw new OAuthError('invalid_request', `A parameter is longer than ${parameterLength} characters.`);
  }
  if (asked.code_challenge === undefined) {
    throw new OAuthError('invalid_request', 'code_challenge is missing: PKCE with S256 is required.');
  }
  if (asked.code_challenge_method !== 'S256') {
    throw new OAuthError('invalid_request', 'code_challenge_method must be S256.');
  }
  if (!isChallenge(asked.code_challenge)) {
    throw new OAuthError('invalid_request', 'code_challenge must be 43 characters of base64url.');
  }
  if (!isKnownScope(asked.scope)) throw new OAuthError('invalid_scope', 'The only scope is account.');
  const resource = asked.resource === undefined ? null : canonicalResource(siteUrl, asked.resource);
  if (resource === undefined) throw new OAuthError('invalid_target', 'There is no such resource here.');
  return { codeChallenge: asked.code_challenge, resource };
};

const requireRedirect = (
  client: OAuthClient,
  redirectUri: string | undefined,
  duplicates: readonly string[],
): string => {
  if (duplicates.includes('client_id') || duplicates.includes('redirect_uri')) {
    throw new OAuthError('invalid_request', 'client_id or redirect_uri is sent more than once.');
  }
  if (redirectUri === undefined) throw new OAuthError('invalid_request', 'redirect_uri is missing.');
  if (!matchesRegistered(redirectUri, client.redirectUris)) {
    throw new OAuthError('invalid_request', 'redirect_uri is not one that the app registered.');
  }
  return redirectUri;
};

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

type Kept = Checked & { client: OAuthClient; redirectUri: string; state: string | undefined };

const keepRequest = async ({ db }: Services, person: Person, kept: Kept): Promise<ConsentView> => {
  const { client, redirectUri, state, codeChallenge, resource } = kept;
  const csrfToken = randomBytes(32).toString('base64url');
  const requestId = newId('areq');
  const older = await db.oAuthRequest.findMany({
    where: { accountId: person.accountId, sessionId: person.sessionId },
    orderBy: { id: 'desc' },
    skip: openRequestsPerSession - 1,
    take: 100,
    select: { id: true },
  });
  await db.oAuthRequest.deleteMany({ where: { id: { in: older.map(({ id }) => id) } } });
  await db.oAuthRequest.create({
    data: {
      id: requestId,
      clientId: client.id,
      accountId: person.accountId,
      sessionId: person.sessionId,
      redirectUri,
      state: state ?? null,
      codeChallenge,
      resource,
      csrfHash: hashOf(csrfToken),
      expiresAt: new Date(Date.now() + requestMinutes * 60_000),
    },
  });
  return {
    requestId,
    csrfToken,
    appName: client.name,
    verifiedHost: client.kind === 'document' ? new URL(client.id).host : null,
    redirect: describeRedirect(redirectUri),
    resource,
  };
};

const asOAuthError = (error: unknown): OAuthError => {
  if (error instanceof OAuthError) return error;
  throw error;
};

/** Client and redirect are settled before anything else: until then nothing may be sent to the app. */
export const openAuthorization = async (
  services: Services,
  person: Person | null,
  asked: AuthorizationParameters,
  duplicates: readonly string[],
): Promise<OpenedAuthorization> => {
  let client: OAuthClient;
  let redirectUri: string;
  try {
    const found = await findClient(services, asked.client_id ?? '', person !== null);
    if (found === 'sign_in_first') return { outcome: 'sign_in' };
    client = found;
    redirectUri = requireRedirect(client, asked.redirect_uri, duplicates);
  } catch (error) {
    return { outcome: 'page', error: asOAuthError(error) };
  }
  try {
    const checked = checkParameters(asked, services.env.SITE_URL, duplicates);
    if (!person) return { outcome: 'sign_in' };
    const consent = await keepRequest(services, person, {
      ...checked,
      client,
      redirectUri,
      state: asked.state,
    });
    return { outcome: 'consent', consent };
  } catch (error) {
    return { outcome: 'redirect', redirectUri, error: asOAuthError(error) };
  }
};
