// Serves /api/auth/*: next-auth behind a limit on how often one address may ask for sign-in mails.
import NextAuth from 'next-auth';
import { getServices } from '../deps.ts';
import { authOptions } from './auth-options.ts';
import { clientAddress } from './client-address.ts';
import { countAttempt } from './pace-window.ts';

const signInsPerHourAndAddress = 30;

type RouteContext = { params: Promise<{ nextauth: string[] }> };

const tooMany = (siteUrl: string, seconds: number): Response =>
  new Response(JSON.stringify({ url: `${siteUrl}/signin?error=TooMany` }), {
    status: 429,
    headers: { 'content-type': 'application/json', 'retry-after': String(seconds) },
  });

export const serveAuth = async (request: Request, context: RouteContext): Promise<Response> => {
  const services = await getServices();
  const { nextauth } = await context.params;
  if (request.method === 'POST' && nextauth[0] === 'signin') {
    const address = clientAddress(request, services.env.TRUSTED_PROXIES);
    const wait = await countAttempt(services.db, `sign-in:${address}`, signInsPerHourAndAddress, 3600);
    if (wait > 0) return tooMany(services.env.SITE_URL, wait);
  }
  // next-auth reads its address from this variable alone.
  process.env['NEXTAUTH_URL'] = services.env.SITE_URL;
  const options = authOptions(services, request.headers.get('user-agent'));
  const answer: unknown = await NextAuth(request as never, { params: { nextauth } } as never, options);
  return answer as Response;
};
