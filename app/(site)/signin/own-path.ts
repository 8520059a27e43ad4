// Where to go after sign-in: a path of this site, never another site.
const afterSignIn = '/library';

export const ownPath = (wanted: string | string[] | undefined): string => {
  if (typeof wanted !== 'string') return afterSignIn;
  const base = 'http://own.invalid';
  if (!URL.canParse(wanted, base)) return afterSignIn;
  const url = new URL(wanted, base);
  const isOwn = url.origin === base && /^\/(?![/\\])/.test(wanted);
  return isOwn ? `${url.pathname}${url.search}${url.hash}` : afterSignIn;
};
