// The parts of a token request that mean the same for every grant type: resource and scope.
import { OAuthError } from '../../contract/oauth-error.ts';
import { canonicalResource, type TokenResource } from '../../domain/oauth-resource.ts';
import { isKnownScope } from '../../domain/oauth-scope.ts';
import type { Services } from '../context.ts';

export const readTokenResource = (
  { env }: Services,
  named: string | undefined,
): TokenResource | undefined => {
  if (named === undefined) return undefined;
  const resource = canonicalResource(env.SITE_URL, named);
  if (resource === undefined) throw new OAuthError('invalid_target', 'There is no such resource here.');
  return resource;
};

export const readGrantScope = (scope: string | undefined): void => {
  if (!isKnownScope(scope)) throw new OAuthError('invalid_scope', 'The only scope is account.');
};
