// POST /oauth/revoke (RFC 7009): 200 whatever the token was, so that nothing can be learned here.
import { OAuthError } from '../contract/oauth-error.ts';
import { revokeToken } from '../operations/apps/revoke-token.ts';
import type { Services } from '../operations/context.ts';
import { openJson, openRoute, preflight, wrongMethod } from './oauth-answer.ts';
import { readForm } from './read-parameters.ts';
import { requireClient } from './token.ts';

const revoke = async (services: Services, request: Request): Promise<Response> => {
  const form = await readForm(request);
  const token = form['token'];
  if (token === undefined) throw new OAuthError('invalid_request', 'token is missing.');
  const clientId = await requireClient(services, form);
  await revokeToken(services, { clientId, token });
  return openJson(undefined);
};

export const serveRevoke = openRoute('revoke', revoke);
export const revokePreflight = preflight('POST');
export const revokeWrongMethod = wrongMethod('POST');
