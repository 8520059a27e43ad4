// Makes a sign-in link without a mail: for the owner at first start and for the operator's tool.
import { createHash, randomBytes } from 'node:crypto';
import type { Env } from '../env.ts';
import { signInMinutes } from './sign-in-mail.ts';

export type SignInLink = {
  url: string;
  /** What the database keeps of it; the link opens nothing before that. */
  row: { identifier: string; tokenHash: string; expiresAt: Date };
};

export const makeSignInLink = (env: Pick<Env, 'SESSION_SECRET' | 'SITE_URL'>, email: string): SignInLink => {
  const token = randomBytes(32).toString('hex');
  // The same hash that next-auth computes when the link is opened.
  const tokenHash = createHash('sha256').update(`${token}${env.SESSION_SECRET}`).digest('hex');
  const expiresAt = new Date(Date.now() + signInMinutes * 60_000);
  const query = new URLSearchParams({ callbackUrl: `${env.SITE_URL}/library`, token, email });
  return {
    url: `${env.SITE_URL}/api/auth/callback/email?${query.toString()}`,
    row: { identifier: email.toLowerCase(), tokenHash, expiresAt },
  };
};
