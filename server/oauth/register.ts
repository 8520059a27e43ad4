// POST /oauth/register (RFC 7591): open to anyone, small, and paced per address.
import { clientAddress } from '../auth/client-address.ts';
import { countAttempt } from '../auth/pace-window.ts';
import { OAuthError } from '../contract/oauth-error.ts';
import { accountScope } from '../contract/oauth-scope.ts';
import { registerClient } from '../operations/apps/register-client.ts';
import type { Services } from '../operations/context.ts';
import { openJson, openRoute, preflight, wrongMethod } from './oauth-answer.ts';
import { mediaTypeOf, readBody } from './read-parameters.ts';

/** A burst is over in a minute; the day's number bounds what one address can leave behind. */
const paces = [
  { name: 'minute', most: 30, seconds: 60 },
  { name: 'day', most: 1000, seconds: 86_400 },
] as const;

const readJson = async (request: Request): Promise<unknown> => {
  if (mediaTypeOf(request) !== 'application/json') {
    throw new OAuthError('invalid_client_metadata', 'Send application/json.');
  }
  try {
    return JSON.parse(await readBody(request));
  } catch (error) {
    if (error instanceof OAuthError) throw new OAuthError('invalid_client_metadata', error.message);
    throw new OAuthError('invalid_client_metadata', 'The body is not JSON.');
  }
};

const keepPace = async ({ db, env }: Services, request: Request): Promise<void> => {
  const address = clientAddress(request, env.TRUSTED_PROXIES);
  for (const { name, most, seconds } of paces) {
    const wait = await countAttempt(db, `oauth-register:${name}:${address}`, most, seconds);
    if (wait > 0) {
      throw new OAuthError('temporarily_unavailable', `Too many registrations. Wait ${wait} seconds.`, wait);
    }
  }
};

const register = async (services: Services, request: Request): Promise<Response> => {
  await keepPace(services, request);
  const client = await registerClient(services, await readJson(request));
  return openJson(
    {
      client_id: client.clientId,
      client_id_issued_at: Math.floor(client.issuedAt.getTime() / 1000),
      client_name: client.name,
      redirect_uris: client.redirectUris,
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: accountScope,
    },
    201,
  );
};

export const serveRegister = openRoute('register', register);
export const registerPreflight = preflight('POST');
export const registerWrongMethod = wrongMethod('POST');
