// The caller's address: the socket's, or what the believed number of proxies reports.
const socketAddressHeader = 'x-partbook-socket-address';

/** With n trusted proxies the n-th address from the right of X-Forwarded-For is the caller's. */
export const clientAddress = (request: Request, trustedProxies: number): string => {
  const socket = request.headers.get(socketAddressHeader) ?? 'unknown';
  if (trustedProxies === 0) return socket;
  const hops = (request.headers.get('x-forwarded-for') ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '');
  return hops[hops.length - trustedProxies] ?? socket;
};
