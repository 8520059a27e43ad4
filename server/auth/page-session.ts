// Who is signed in, for server-rendered pages.
import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { getServices } from '../deps.ts';
import { type PersonSession, readSessionToken } from './session.ts';
import { sessionCookieName } from './session-cookie.ts';

export const pageSession = async (): Promise<PersonSession | null> => {
  const services = await getServices();
  const jar = await cookies();
  return readSessionToken(services, jar.get(sessionCookieName(services.env.SITE_URL))?.value ?? null);
};

/** Sends whoever is not signed in to the sign-in page, and back here afterwards. */
export const requirePageSession = async (returnPath: string): Promise<PersonSession> => {
  const session = await pageSession();
  if (!session) redirect(`/signin?callbackUrl=${encodeURIComponent(returnPath)}`);
  return session;
};
