// Says how each program of an installation is started, and what it is told about the others.
import { existsSync } from 'node:fs';
import type { Installation } from './installation.ts';
import type { ChildPlan } from './managed-child.ts';
import type { InnerPorts } from './port-choice.ts';
import { inProject } from './project-paths.ts';

/** A program of the tree before it is bundled: its TypeScript file, relative to the project. */
export type PartPlan = Omit<ChildPlan, 'file'> & {
  script: string;
  /** Programs that this one starts, bundled too, by the variable that names the file to it. */
  inner?: Record<string, string>;
};

export type PartPlace = { installation: Installation; ports: InnerPorts; sitePort: number; siteUrl: string };

const loopback = (port: number): string => `http://127.0.0.1:${port}`;

/** Where another program of this machine reaches the site. */
const innerSiteUrl = ({ installation: { host }, sitePort }: PartPlace): string => {
  if (['0.0.0.0', '::', 'localhost'].includes(host)) return loopback(sitePort);
  return `http://${host.includes(':') ? `[${host}]` : host}:${sitePort}`;
};

const appEnv = (place: PartPlace, databaseUrl: string): PartPlan['env'] => {
  const { installation, ports, siteUrl, sitePort } = place;
  return {
    ...installation.env,
    DATABASE_URL: databaseUrl,
    PORT: String(sitePort),
    SITE_URL: siteUrl,
    APP_INTERNAL_URL: installation.env['APP_INTERNAL_URL'] ?? innerSiteUrl(place),
    WORKER_URLS: installation.hasOwnWorkers ? installation.env['WORKER_URLS'] : loopback(ports.worker),
    INNGEST_BASE_URL: installation.hasOwnEngine
      ? installation.env['INNGEST_BASE_URL']
      : loopback(ports.engine),
  };
};

export const planWeb = (place: PartPlace, databaseUrl: string): PartPlan => ({
  name: 'web',
  script: 'server/web.ts',
  env: appEnv(place, databaseUrl),
  // A web process that was started again must not hand out a second link.
  firstEnv: { OWNER_LINK: '1' },
});

export const planEngine = (place: PartPlace, databaseUrl: string): PartPlan | null => {
  const script = 'server/engine/main.ts';
  if (place.installation.hasOwnEngine || !existsSync(inProject(script))) return null;
  const env = {
    ...appEnv(place, databaseUrl),
    ENGINE_PORT: String(place.ports.engine),
    ENGINE_SERVE_URL: `${innerSiteUrl(place)}/api/inngest`,
  };
  return { name: 'engine', script, env };
};

/**
 * The space for young objects would double some minutes into a long song, though hardly any of them grows old, and threads
 * that collect would take the cores from the network: the heap is small, what lies beside it is a song.
 */
export const workerFlags = ['--max-semi-space-size=4', '--single-threaded-gc'];

/** The worker holds no credential of the database or the storage: it is given its own settings and nothing else. */
export const planWorker = ({ installation, ports }: PartPlace): PartPlan | null => {
  const script = 'workers/main.ts';
  if (installation.hasOwnWorkers || !existsSync(inProject(script))) return null;
  const passed =
    /^(WORKER_.*|SEPARATION_.*|PARTBOOK_.*|DATA_DIR|(MAX|MIN)_DURATION_SECONDS|PATH|HOME|TMPDIR|NODE_OPTIONS|LANG)$/;
  const env = {
    ...Object.fromEntries(Object.entries(installation.env).filter(([name]) => passed.test(name))),
    NODE_ENV: 'production',
    WORKER_HOST: '127.0.0.1',
    WORKER_PORT: String(ports.worker),
    WORKER_EXIT_WITH_PARENT: '1',
    // Less than the supervisor waits before it kills; a song cut short is taken up again after the next start.
    WORKER_GRACE_SECONDS: installation.env['WORKER_GRACE_SECONDS'] ?? '4',
  };
  const inner = {
    SEPARATION_CHILD: 'workers/child.ts',
    SEPARATION_THREAD: 'workers/separators/separation-thread.ts',
  };
  return { name: 'worker', script, flags: workerFlags, env, inner };
};
