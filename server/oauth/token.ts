// POST /oauth/token: authorization_code and refresh_token for public clients (RFC 6749 sections 4.1.3 and 6).
import { OAuthError } from '../contract/oauth-error.ts';
import { accountScope } from '../contract/oauth-scope.ts';
import { findKnownClient } from '../operations/apps/find-client.ts';
import { readGrantScope, readTokenResource } from '../operations/apps/read-token-request.ts';
import { redeemCode } from '../operations/apps/redeem-code.ts';
import { refreshTokens } from '../operations/apps/refresh-tokens.ts';
import type { IssuedTokens } from '../operations/apps/issue-tokens.ts';
import type { Services } from '../operations/context.ts';
import { openJson, openRoute, preflight, wrongMethod } from './oauth-answer.ts';
import { readForm } from './read-parameters.ts';

type Form = Partial<Record<string, string>>;

const needed = (form: Form, name: string): string => {
  const value = form[name];
  if (value === undefined) throw new OAuthError('invalid_request', `${name} is missing.`);
  return value;
};

/** Public clients have no secret: the id names them, the code or token proves them. */
export const requireClient = async (services: Services, form: Form): Promise<string> => {
  const clientId = needed(form, 'client_id');
  const client = await findKnownClient(services, clientId);
  if (!client) throw new OAuthError('invalid_client', 'No app is known by this client_id. Register again.');
  return client.id;
};

const exchange = async (services: Services, form: Form): Promise<IssuedTokens> => {
  const grantType = needed(form, 'grant_type');
  const clientId = await requireClient(services, form);
  const resource = readTokenResource(services, form['resource']);
  readGrantScope(form['scope']);
  if (grantType === 'authorization_code') {
    return redeemCode(services, {
      clientId,
      code: needed(form, 'code'),
      codeVerifier: needed(form, 'code_verifier'),
      redirectUri: form['redirect_uri'],
      resource,
    });
  }
  if (grantType === 'refresh_token') {
    return refreshTokens(services, { clientId, refreshToken: needed(form, 'refresh_token'), resource });
  }
  throw new OAuthError('unsupported_grant_type', 'Only authorization_code and refresh_token are served.');
};

const token = async (services: Services, request: Request): Promise<Response> => {
  const tokens = await exchange(services, await readForm(request));
  return openJson({
    access_token: tokens.accessToken,
    token_type: 'Bearer',
    expires_in: tokens.expiresIn,
    refresh_token: tokens.refreshToken,
    scope: accountScope,
  });
};

export const serveToken = openRoute('token', token);
export const tokenPreflight = preflight('POST');
export const tokenWrongMethod = wrongMethod('POST');
