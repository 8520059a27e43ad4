// The sign-in mail: one link, in plain words.
import type { Mail } from '../mail/mailer.ts';

export const signInMinutes = 15;

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

export const signInMail = (to: string, url: string, siteUrl: string): Mail => {
  const host = new URL(siteUrl).host;
  return {
    to,
    subject: `Sign in to Partbook (${host})`,
    text: [
      `Open this link to sign in to Partbook at ${host}:`,
      '',
      url,
      '',
      `It works once, for ${signInMinutes} minutes. If you did not ask for it, ignore this mail.`,
    ].join('\n'),
    html: [
      `<p>Open this link to sign in to Partbook at ${escaped(host)}:</p>`,
      `<p><a href="${escaped(url)}" style="display:inline-block;padding:12px 20px;background:#1d1b26;color:#fff;border-radius:8px;text-decoration:none">Sign in</a></p>`,
      `<p style="word-break:break-all">${escaped(url)}</p>`,
      `<p>It works once, for ${signInMinutes} minutes. If you did not ask for it, ignore this mail.</p>`,
    ].join('\n'),
  };
};
