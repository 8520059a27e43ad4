// What an app says of itself (RFC 7591 section 2), by registration or in its own document.
import { z } from 'zod';
import { cleanClientName } from './oauth-client-name.ts';
import { OAuthError } from '../contract/oauth-error.ts';
import { redirectUriLimits, redirectUriProblem } from './oauth-redirect-uri.ts';

export type ClientMetadata = { name: string; redirectUris: string[] };

const strings = z.array(z.string().max(4096)).max(50);
const metadata = z.looseObject({
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string()),
  token_endpoint_auth_method: z.string().optional(),
  grant_types: strings.optional(),
  response_types: strings.optional(),
});

const refuse = (description: string) => new OAuthError('invalid_client_metadata', description);

const requireAllowedUris = (uris: readonly string[]): void => {
  if (uris.length === 0 || uris.length > redirectUriLimits.count) {
    throw new OAuthError('invalid_redirect_uri', `Send 1 to ${redirectUriLimits.count} redirect_uris.`);
  }
  for (const [index, uri] of uris.entries()) {
    const problem = redirectUriProblem(uri);
    if (problem) throw new OAuthError('invalid_redirect_uri', `redirect_uris[${index}] ${problem}.`);
  }
};

/** Refuses what we could not honour; grant types we do not have are left out, as RFC 7591 section 2 allows. */
export const readClientMetadata = (json: unknown): ClientMetadata => {
  const parsed = metadata.safeParse(json);
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join('.') ?? '';
    if (field.startsWith('redirect_uris')) {
      throw new OAuthError('invalid_redirect_uri', 'redirect_uris must be an array of strings.');
    }
    throw refuse(field === '' ? 'Send a JSON object.' : `${field} has the wrong form.`);
  }
  const { client_name, redirect_uris, token_endpoint_auth_method, grant_types, response_types } = parsed.data;
  requireAllowedUris(redirect_uris);
  if ((token_endpoint_auth_method ?? 'none') !== 'none') {
    throw refuse('Only public clients are served: token_endpoint_auth_method must be none.');
  }
  if (grant_types && !grant_types.includes('authorization_code')) {
    throw refuse('grant_types must include authorization_code.');
  }
  if (response_types && !response_types.includes('code')) throw refuse('response_types must include code.');
  return { name: cleanClientName(client_name ?? ''), redirectUris: [...new Set(redirect_uris)] };
};

/** A client id that is the address of the client's own document: https, a path, nothing that could mean two addresses. */
export const isDocumentId = (clientId: string): boolean => {
  if (clientId.length > 500 || !/^https:\/\/[\x21-\x7e]+$/.test(clientId) || !URL.canParse(clientId))
    return false;
  const url = new URL(clientId);
  return (
    url.href === clientId &&
    url.pathname !== '/' &&
    url.hash === '' &&
    url.username === '' &&
    url.password === ''
  );
};
