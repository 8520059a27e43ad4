// Where a refused authorization request is sent back to, with state and issuer (RFC 6749 section 4.1.2.1, RFC 9207).
import type { OAuthError } from '../../contract/oauth-error.ts';
import { withAnswer } from '../../domain/oauth-redirect-uri.ts';
import type { Services } from '../context.ts';

export const redirectWithError = (
  { env }: Services,
  redirectUri: string,
  error: OAuthError,
  state: string | undefined,
): string =>
  withAnswer(redirectUri, {
    error: error.code,
    error_description: error.message,
    ...(state === undefined ? {} : { state }),
    iss: env.SITE_URL,
  });
