// How OAuth's JSON endpoints answer: never stored, readable by any origin, errors as RFC 6749 section 5.2 has them.
import { oauthErrorStatus, OAuthError } from '../contract/oauth-error.ts';
import { getServices } from '../deps.ts';
import type { Services } from '../operations/context.ts';

const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'Authorization, Content-Type, MCP-Protocol-Version',
  'access-control-max-age': '86400',
};

export const openJson = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
      'cache-control': 'no-store',
      ...corsHeaders,
      ...headers,
    },
  });

const errorAnswer = (error: OAuthError): Response =>
  openJson(
    { error: error.code, error_description: error.message },
    oauthErrorStatus[error.code],
    error.retryAfterSeconds === undefined ? {} : { 'retry-after': String(error.retryAfterSeconds) },
  );

type Handle = (services: Services, request: Request) => Promise<Response>;
type RouteHandler = (request: Request) => Promise<Response>;

/** One endpoint: what it throws becomes an OAuth error, and only what nobody expected reaches the log as an error. */
export const openRoute =
  (name: string, handle: Handle): RouteHandler =>
  async (request) => {
    const services = await getServices();
    try {
      return await handle(services, request);
    } catch (error) {
      if (error instanceof OAuthError) {
        services.log.info('oauth_refused', { endpoint: name, code: error.code, why: error.message });
        return errorAnswer(error);
      }
      services.log.error('oauth_failed', { endpoint: name, error });
      return errorAnswer(new OAuthError('server_error', 'Something went wrong on our side. Try again.'));
    }
  };

export const preflight = (methods: string) => (): Response =>
  new Response(null, {
    status: 204,
    headers: {
      ...corsHeaders,
      'access-control-allow-methods': `${methods}, OPTIONS`,
      allow: `${methods}, OPTIONS`,
    },
  });

export const wrongMethod = (methods: string) => (): Response =>
  openJson({ error: 'invalid_request', error_description: `This address serves ${methods} only.` }, 405, {
    allow: `${methods}, OPTIONS`,
  });
