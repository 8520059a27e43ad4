// CORS for calls with a bearer credential: any page may call, no cookie is ever read here.
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Location, Retry-After, X-Request-Id, Idempotent-Replayed, RateLimit, RateLimit-Policy, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, WWW-Authenticate',
} as const;

export const preflight = (): Response =>
  new Response(null, {
    status: 204,
    headers: {
      ...corsHeaders,
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key',
      'access-control-max-age': '86400',
    },
  });
