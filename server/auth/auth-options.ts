// next-auth's settings: e-mail links, GitHub and Google where set, sessions in the database.
import type { NextAuthOptions } from 'next-auth';
import EmailProvider from 'next-auth/providers/email';
import GitHubProvider from 'next-auth/providers/github';
import GoogleProvider from 'next-auth/providers/google';
import type { Services } from '../operations/context.ts';
import { createAccountAdapter } from './account-adapter.ts';
import { countAttempt } from './pace-window.ts';
import { isSecureSite, sessionCookieName, sessionDays } from './session-cookie.ts';
import { signInMail, signInMinutes } from './sign-in-mail.ts';

const mailsPerHourAndAddress = 5;
const httpOptions = { timeout: 10_000 };

const emailProvider = ({ db, env, mailer }: Services) =>
  EmailProvider({
    maxAge: signInMinutes * 60,
    normalizeIdentifier: (identifier) => {
      const email = identifier.trim().toLowerCase();
      if (!/^[^\s@,;<>"]+@[^\s@,;<>"]+$/.test(email) || email.length > 254) throw new Error('not an address');
      return email;
    },
    sendVerificationRequest: async ({ identifier, url }) => {
      const wait = await countAttempt(db, `sign-in-mail:${identifier}`, mailsPerHourAndAddress, 3600);
      if (wait > 0) throw new Error('too many sign-in mails to one address');
      await mailer.send(signInMail(identifier, url, env.SITE_URL));
    },
  });

export const providersOf = (services: Services): NextAuthOptions['providers'] => {
  const { env } = services;
  const providers: NextAuthOptions['providers'] = [emailProvider(services)];
  if (env.GITHUB_ID && env.GITHUB_SECRET) {
    providers.push(GitHubProvider({ clientId: env.GITHUB_ID, clientSecret: env.GITHUB_SECRET, httpOptions }));
  }
  if (env.GOOGLE_ID && env.GOOGLE_SECRET) {
    providers.push(GoogleProvider({ clientId: env.GOOGLE_ID, clientSecret: env.GOOGLE_SECRET, httpOptions }));
  }
  return providers;
};

export const authOptions = (services: Services, userAgent: string | null): NextAuthOptions => {
  const { env, log } = services;
  const secure = isSecureSite(env.SITE_URL);
  return {
    secret: env.SESSION_SECRET,
    adapter: createAccountAdapter(services.db, userAgent),
    providers: providersOf(services),
    session: { strategy: 'database', maxAge: sessionDays * 86_400, updateAge: 86_400 },
    useSecureCookies: secure,
    cookies: {
      sessionToken: {
        name: sessionCookieName(env.SITE_URL),
        options: { httpOnly: true, sameSite: 'lax', path: '/', secure },
      },
    },
    pages: { signIn: '/signin', verifyRequest: '/signin/sent', error: '/signin' },
    callbacks: {
      session: ({ session, user }) => ({
        expires: session.expires,
        user: { name: user.name ?? null, email: user.email, image: user.image ?? null },
      }),
    },
    logger: {
      error: (code, metadata) =>
        log.error('auth_error', { code, error: 'error' in metadata ? metadata.error : metadata }),
      warn: (code) => log.warn('auth_warning', { code }),
      debug: () => {},
    },
  };
};
