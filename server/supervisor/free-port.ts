// Finds a TCP port on one address that nobody listens on.
import { createServer } from 'node:net';

const tryPort = (port: number, host: string): Promise<number | null> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(null);
      else reject(error);
    });
    probe.listen({ port, host, exclusive: true }, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : null));
    });
  });

export const isPortFree = async (port: number, host: string): Promise<boolean> =>
  (await tryPort(port, host)) !== null;

/** The preferred port when it is free, else any free one. */
export const freePort = async (preferred?: number, host = '127.0.0.1'): Promise<number> => {
  const port = (preferred ? await tryPort(preferred, host) : null) ?? (await tryPort(0, host));
  if (port === null) throw new Error(`No free port is left on ${host}.`);
  return port;
};
