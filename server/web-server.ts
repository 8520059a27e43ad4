// An HTTP server around one request handler: patient with slow uploads, and ended without cutting answers short.
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import {
  isReadablePath,
  type PagePolicy,
  preparePageRequest,
  refuseUnreadablePath,
  setSecurityHeaders,
} from './page-headers.ts';
import { addPageLinks, negotiatePage } from './pages/page-negotiation.ts';

export type WebServerTimes = {
  requestMs: number;
  headersMs: number;
  keepAliveMs: number;
  checkEveryMs: number;
};

export const webServerTimes: WebServerTimes = {
  /** A 200 MB song over a slow line takes this long; Node's own limit of five minutes would end it with 408. */
  requestMs: 2 * 60 * 60_000,
  headersMs: 30_000,
  /** Longer than the 60 s of common proxies, so that it is never the server that closes a connection in use. */
  keepAliveMs: 75_000,
  /** How often Node looks for requests that are over their time. */
  checkEveryMs: 30_000,
};

/** Pages answer in HTML or markdown by the Accept header, so a cache must keep both; Next sets Vary without it. */
const addVary = (response: ServerResponse): void => {
  const type = String(response.getHeader('content-type') ?? '');
  if (!/^text\/(html|markdown)\b/.test(type)) return;
  const vary = response.getHeader('vary') ?? [];
  const names = String(vary)
    .split(/\s*,\s*/)
    .filter(Boolean);
  if (!names.some((name) => name.toLowerCase() === 'accept'))
    response.setHeader('vary', [...names, 'Accept'].join(', '));
};

/** Next drops the Content-Length of route handlers; files send it again under this name, so that ranges and progress work. */
const restoreLength = (response: ServerResponse): void => {
  const bytes = response.getHeader('x-exact-length');
  if (bytes === undefined) return;
  response.removeHeader('x-exact-length');
  response.removeHeader('transfer-encoding');
  response.setHeader('content-length', String(bytes));
};

/** Runs `change` on the headers at the last moment before they are sent, by whoever sends them. */
const beforeHeaders = (response: ServerResponse, change: () => void): void => {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  const changed = (...args: unknown[]): ServerResponse => {
    if (!response.headersSent) change();
    return writeHead(...args);
  };
  response.writeHead = changed as ServerResponse['writeHead'];
};

export type WebServer = {
  server: Server;
  /** Takes no new connections, lets answers under way end, and closes what is left after `graceMs`. */
  drain: (graceMs: number) => Promise<void>;
};

export const createWebServer = (
  handle: RequestListener,
  policy: PagePolicy = { connectOrigins: [], isSecure: false, siteUrl: 'http://localhost' },
  times: WebServerTimes = webServerTimes,
): WebServer => {
  let isDraining = false;
  const server = createServer(
    {
      requestTimeout: times.requestMs,
      headersTimeout: times.headersMs,
      keepAliveTimeout: times.keepAliveMs,
      connectionsCheckingInterval: times.checkEveryMs,
    },
    (request, response) => {
      const pagePolicy = preparePageRequest(request, policy);
      const page = negotiatePage(request);
      beforeHeaders(response, () => {
        addPageLinks(response, policy.siteUrl, page);
        setSecurityHeaders(response, pagePolicy, policy);
        addVary(response);
        restoreLength(response);
        if (isDraining) response.setHeader('connection', 'close');
      });
      if (isReadablePath(request.url ?? '/')) handle(request, response);
      else refuseUnreadablePath(response);
    },
  );
  const drain = async (graceMs: number): Promise<void> => {
    isDraining = true;
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    server.closeIdleConnections();
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    await closed;
    clearTimeout(timer);
  };
  return { server, drain };
};
