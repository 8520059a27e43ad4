// Chooses the ports of an installation; those of its inner parts stay the same from start to start where they can.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort, isPortFree } from './free-port.ts';
import type { Installation } from './installation.ts';

const portsAbove = 50;

/** The site's port: a chosen one must be free, else the next free one is taken. */
export const chooseSitePort = async ({ port, isPortChosen, host }: Installation): Promise<number> => {
  if (port === 0) return freePort(undefined, host);
  if (await isPortFree(port, host)) return port;
  if (isPortChosen)
    throw new Error(
      `Port ${port} on ${host} is taken by another program. Stop that one, or set PORT to another port.`,
    );
  for (let next = port + 1; next <= Math.min(port + portsAbove, 65_535); next += 1)
    if (await isPortFree(next, host)) return next;
  throw new Error(`Ports ${port} to ${port + portsAbove} on ${host} are all taken. Set PORT to a free one.`);
};

export type InnerPorts = { postgres: number; worker: number; engine: number };

const fileIn = (runDir: string): string => path.join(runDir, 'ports.json');

const readLast = (file: string): Partial<InnerPorts> => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<InnerPorts>;
  } catch {
    return {}; // The first start.
  }
};

export const chooseInnerPorts = async (runDir: string): Promise<InnerPorts> => {
  mkdirSync(runDir, { recursive: true, mode: 0o700 });
  const file = fileIn(runDir);
  const last = readLast(file);
  const chosen = new Set<number>();
  const choose = async (preferred: number | undefined): Promise<number> => {
    let port = await freePort(preferred);
    while (chosen.has(port)) port = await freePort();
    chosen.add(port);
    return port;
  };
  const ports = {
    postgres: await choose(last.postgres),
    worker: await choose(last.worker),
    engine: await choose(last.engine),
  };
  writeFileSync(file, JSON.stringify(ports), { mode: 0o600 });
  return ports;
};

/** The database may have had to take another port than the chosen one; tools look here for the one it has. */
export const rememberPostgresPort = (runDir: string, postgres: number): void => {
  const file = fileIn(runDir);
  writeFileSync(file, JSON.stringify({ ...readLast(file), postgres }), { mode: 0o600 });
};

/** For tools that write links: the address of the site as it runs now. */
export const rememberSiteUrl = (runDir: string, siteUrl: string): void => {
  writeFileSync(path.join(runDir, 'site.json'), JSON.stringify({ siteUrl }), { mode: 0o600 });
};
