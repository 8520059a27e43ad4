// A token may be narrower than its grant, never wider (RFC 8707 section 2.2).
import { OAuthError } from '../../contract/oauth-error.ts';
import type { TokenResource } from '../../domain/oauth-resource.ts';

/** `asked` undefined: nothing was named. */
export const narrowResource = (granted: TokenResource, asked: TokenResource | undefined): TokenResource => {
  if (asked === undefined || asked === granted) return granted;
  if (granted === null) return asked;
  throw new OAuthError('invalid_target', `The person approved ${granted} only. Name it, or no resource.`);
};
