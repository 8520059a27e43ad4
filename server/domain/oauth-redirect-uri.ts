// Where an app may be sent back to: RFC 8252, RFC 9700 section 4.1, and the schemes that would run or leak something.
export const redirectUriLimits = { count: 10, length: 2048 } as const;

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

const refusedSchemes = new Set(
  `javascript data file blob vbscript livescript about ws wss ftp ftps mailto tel sms smsto intent view-source
   filesystem jar resource chrome chrome-extension moz-extension gopher news nntp ldap ldaps smb ssh git urn cid mid
   android-app content search search-ms shell`.split(/\s+/),
);

/** They would collide with what the answer itself carries. */
const answerParameters = ['code', 'state', 'iss', 'error', 'error_description'];

const hasHostProblem = (url: URL): string | null => {
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (url.hostname.includes('*')) return 'must not contain a wildcard';
  return null;
};

const webProblem = (url: URL): string | null => {
  if (url.hostname === '') return 'must name a host';
  if (url.protocol === 'http:' && !loopbackHosts.has(url.hostname)) {
    return 'may use http only on localhost, 127.0.0.1 or [::1]; use https elsewhere';
  }
  return null;
};

const schemeProblem = (uri: string, url: URL): string | null => {
  const scheme = url.protocol.slice(0, -1);
  if (scheme === 'https' || scheme === 'http') {
    return /^https?:\/\//i.test(uri) ? webProblem(url) : 'must start with https:// or http://';
  }
  if (refusedSchemes.has(scheme) || scheme.startsWith('ms-')) return `must not use the scheme ${scheme}:`;
  return null;
};

/** Null when apps may register it, else the rest of a sentence that begins with the address. */
export const redirectUriProblem = (uri: string): string | null => {
  if (uri.length > redirectUriLimits.length) return `must be at most ${redirectUriLimits.length} characters`;
  // URL parsers drop tabs and turn backslashes: what is not plain ASCII could mean two addresses.
  if (!/^[\x21-\x7e]+$/.test(uri) || /[\\"<>^`{|}]/.test(uri)) return 'must be plain ASCII without spaces';
  if (uri.includes('#')) return 'must not contain a fragment';
  if (!URL.canParse(uri)) return 'must be an absolute address';
  const url = new URL(uri);
  const problem = schemeProblem(uri, url) ?? hasHostProblem(url);
  if (problem) return problem;
  const reserved = answerParameters.find((name) => url.searchParams.has(name));
  return reserved ? `must not contain a parameter named ${reserved}` : null;
};

const withoutPort = (url: URL): string => `${url.protocol}//${url.hostname}${url.pathname}${url.search}`;

const isLoopback = (url: URL): boolean => url.protocol === 'http:' && loopbackHosts.has(url.hostname);

/** Exact text; only an http loopback address may come with another port (RFC 8252 section 7.3). */
export const matchesRegistered = (asked: string, registered: readonly string[]): boolean => {
  if (registered.includes(asked)) return true;
  if (redirectUriProblem(asked) !== null) return false;
  const url = new URL(asked);
  if (!isLoopback(url)) return false;
  return registered.some((uri) => {
    const known = new URL(uri);
    return isLoopback(known) && withoutPort(known) === withoutPort(url);
  });
};

export type RedirectTarget = { kind: 'web' | 'loopback' | 'scheme'; label: string };

/** How a person is told where their browser goes next. */
export const describeRedirect = (uri: string): RedirectTarget => {
  const url = new URL(uri);
  if (isLoopback(url)) return { kind: 'loopback', label: url.host };
  if (url.protocol === 'https:') return { kind: 'web', label: url.host };
  return { kind: 'scheme', label: url.protocol };
};

/** Adds the answer to the app's own address without touching what it registered. */
export const withAnswer = (uri: string, answer: Readonly<Record<string, string>>): string =>
  `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams(answer).toString()}`;
