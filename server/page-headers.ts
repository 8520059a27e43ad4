// The security headers of every answer, and the policy that lets a page run our own scripts and nothing else.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

export type PagePolicy = {
  /** Where browsers send upload parts besides the site itself: the origin of the object store. */
  connectOrigins: readonly string[];
  isSecure: boolean;
  /** The address people use; links to a page's other forms begin with it. */
  siteUrl: string;
};

const policyOf = ({ connectOrigins }: PagePolicy, nonce: string): string =>
  [
    "default-src 'self'",
    // WebAssembly is the stretch node's; nothing may be evaluated as text.
    `script-src 'self' 'nonce-${nonce}' 'wasm-unsafe-eval'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    ['connect-src', "'self'", ...connectOrigins].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Next takes the nonce for its own scripts from the request's policy header. */
export const preparePageRequest = (request: IncomingMessage, policy: PagePolicy): string => {
  const text = policyOf(policy, randomBytes(16).toString('base64'));
  request.headers['content-security-policy'] = text;
  // What a client sends under this name is never believed; only the socket is.
  request.headers['x-partbook-socket-address'] = request.socket.remoteAddress ?? 'unknown';
  return text;
};

const setDefault = (response: ServerResponse, name: string, value: string): void => {
  if (!response.hasHeader(name)) response.setHeader(name, value);
};

export const setSecurityHeaders = (response: ServerResponse, text: string, policy: PagePolicy): void => {
  setDefault(response, 'x-content-type-options', 'nosniff');
  setDefault(response, 'referrer-policy', 'strict-origin-when-cross-origin');
  if (policy.isSecure) setDefault(response, 'strict-transport-security', 'max-age=31536000');
  if (!String(response.getHeader('content-type') ?? '').startsWith('text/html')) return;
  setDefault(response, 'content-security-policy', text);
  setDefault(response, 'x-frame-options', 'DENY');
  setDefault(response, 'permissions-policy', 'camera=(), microphone=(), geolocation=()');
};

/** Next answers 500 to a path it cannot decode; it is the caller's mistake. */
export const isReadablePath = (url: string): boolean => {
  try {
    decodeURIComponent(url.split('?')[0] ?? '');
    return true;
  } catch {
    return false;
  }
};

export const refuseUnreadablePath = (response: ServerResponse): void => {
  const body = JSON.stringify({
    error: 'bad_request',
    message: 'The address is not percent-encoded rightly. Correct it and try again.',
    request_id: `req_${randomBytes(11).toString('hex')}`,
  });
  response.writeHead(400, { 'content-type': 'application/json; charset=utf-8' }).end(body);
};
