// Refuses requests that a foreign page or a rebound name sends (MCP, "Security Warning" of the HTTP transport).
const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/** The site's own origin; a site on this computer answers to each of its loopback names. */
const ownOrigins = (siteUrl: string): Set<string> => {
  const own = new URL(siteUrl);
  if (!loopbackNames.includes(own.hostname)) return new Set([own.origin]);
  return new Set(
    loopbackNames.map(
      (name) => new URL(`${own.protocol}//${name}${own.port === '' ? '' : `:${own.port}`}`).origin,
    ),
  );
};

const originOf = (protocol: string, host: string): string | null =>
  URL.canParse(`${protocol}//${host}`) && !/[/?#@\\]/.test(host)
    ? new URL(`${protocol}//${host}`).origin
    : null;

export const isForeign = (request: Request, siteUrl: string): boolean => {
  const own = ownOrigins(siteUrl);
  const origin = request.headers.get('origin');
  if (origin !== null && !own.has(origin)) return true;
  const host = originOf(new URL(siteUrl).protocol, request.headers.get('host') ?? '');
  return host === null || !own.has(host);
};
