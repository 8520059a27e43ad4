// The name of the session cookie and how its value is found and hashed.
import { hashSecret } from '../domain/secrets.ts';

export const sessionDays = 30;

export const isSecureSite = (siteUrl: string): boolean => siteUrl.startsWith('https://');

export const sessionCookieName = (siteUrl: string): string =>
  `${isSecureSite(siteUrl) ? '__Secure-' : ''}next-auth.session-token`;

export const cookieOf = (header: string | null, name: string): string | null => {
  for (const pair of (header ?? '').split(';')) {
    const [key, ...rest] = pair.trim().split('=');
    if (key === name) return decodeURIComponent(rest.join('='));
  }
  return null;
};

export const sessionHash = (token: string): string => hashSecret(`session:${token}`);
