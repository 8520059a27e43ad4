// Reads OAuth's parameters and notices those sent twice (RFC 6749 section 3.1 forbids them).
import { OAuthError } from '../contract/oauth-error.ts';

const bodyLimit = 16 * 1024;

export type Parameters = { values: Partial<Record<string, string>>; duplicates: string[] };

/** An empty value counts as not sent (RFC 6749 section 3.1). */
export const readParameters = (pairs: URLSearchParams): Parameters => {
  const values: Partial<Record<string, string>> = {};
  const duplicates = new Set<string>();
  for (const [name, value] of pairs) {
    if (Object.hasOwn(values, name)) duplicates.add(name);
    else if (value !== '') values[name] = value;
  }
  return { values, duplicates: [...duplicates] };
};

/** The body as text, never more than the limit in memory. */
export const readBody = async (request: Request): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > bodyLimit)
      throw new OAuthError('invalid_request', `The body is larger than ${bodyLimit} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

export const mediaTypeOf = (request: Request): string =>
  (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

/** For the token and revocation endpoints: a form, nothing twice. */
export const readForm = async (request: Request): Promise<Partial<Record<string, string>>> => {
  if (mediaTypeOf(request) !== 'application/x-www-form-urlencoded') {
    throw new OAuthError('invalid_request', 'Send application/x-www-form-urlencoded.');
  }
  const { values, duplicates } = readParameters(new URLSearchParams(await readBody(request)));
  if (duplicates.includes('resource')) {
    throw new OAuthError('invalid_target', 'Name one resource; a token is made for one.');
  }
  if (duplicates.length > 0)
    throw new OAuthError('invalid_request', `${duplicates[0]} is sent more than once.`);
  return values;
};
