// The whole service in pieces that can be killed one by one: Postgres, web, engine and two workers.
import { readFileSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { migrate } from '../../server/db/migrate.ts';
import { freePort } from '../../server/supervisor/free-port.ts';
import { readInstallation } from '../../server/supervisor/installation.ts';
import { keepPostgres } from '../../server/supervisor/kept-postgres.ts';
import { ensureBuild } from '../../server/supervisor/next-build.ts';
import { planEngine, planWeb } from '../../server/supervisor/part-plans.ts';
import { commandLineOf } from '../../server/supervisor/process-identity.ts';
import { ensurePrismaClient } from '../../server/supervisor/prisma-client.ts';
import { KeptProcess } from './kept-process.ts';

export type Victim = 'web' | 'engine' | 'worker' | 'postgres';
export const victims: readonly Victim[] = ['web', 'engine', 'worker', 'postgres'];

export type ChaosTree = {
  siteUrl: string;
  databaseUrl: string;
  env: Readonly<Record<string, string | undefined>>;
  /** False when the victim was not up, so that nobody was killed. */
  kill(victim: Victim): boolean;
  ready(): Promise<void>;
  lastWords(): string;
  stop(): Promise<void>;
};

export type TreeOptions = { dataDir: string; songMs: readonly [number, number]; say: (line: string) => void };

const workerCount = 2;
const songsAtOnce = 3;
const workerSecret = 'chaos-worker-secret-chaos-worker-secret';

const postmasterOf = (folder: string): number | null => {
  try {
    const pid = Number(readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
    // A killed server leaves the file behind, and the number may be another process's by now.
    return pid > 0 && commandLineOf(pid).includes(folder) ? pid : null;
  } catch {
    return null;
  }
};

const startWorkers = async ({ songMs }: TreeOptions): Promise<{ urls: string[]; kept: KeptProcess[] }> => {
  const ports = await Promise.all(Array.from({ length: workerCount }, () => freePort()));
  const kept = ports.map(
    (port, index) =>
      new KeptProcess({
        name: `worker-${index}`,
        script: 'tests/support/stub-worker-process.ts',
        args: [port, workerSecret, songsAtOnce, ...songMs].map(String),
        env: process.env,
      }),
  );
  return { urls: ports.map((port) => `http://127.0.0.1:${port}`), kept };
};

export const startTree = async (options: TreeOptions): Promise<ChaosTree> => {
  const { dataDir, say } = options;
  await mkdir(dataDir, { recursive: true });
  await chmod(dataDir, 0o711);
  const workers = await startWorkers(options);
  const ports = { postgres: await freePort(), worker: 9, engine: await freePort() };
  const sitePort = await freePort();
  const siteUrl = `http://127.0.0.1:${sitePort}`;
  const installation = readInstallation({
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    DATA_DIR: dataDir,
    PORT: String(sitePort),
    SITE_URL: siteUrl,
    WORKER_URLS: workers.urls.join(','),
    WORKER_SECRET: workerSecret,
    FETCH_ALLOW_CIDRS: '127.0.0.0/8',
    PRO_SPLITS_PER_MONTH: '100000',
  });
  await ensurePrismaClient(say);
  await ensureBuild(say);
  const folder = path.join(dataDir, 'postgres');
  const postgres = await keepPostgres(
    { folder, password: 'chaos', preferredPort: ports.postgres },
    () => undefined,
  );
  await migrate(postgres.url);
  const place = { installation, ports, sitePort, siteUrl };
  const engine = planEngine(place, postgres.url);
  if (!engine) throw new Error('the installation has no embedded engine');
  const parts: Record<'web' | 'engine', KeptProcess> = {
    web: new KeptProcess(planWeb(place, postgres.url)),
    engine: new KeptProcess(engine),
  };
  const kill = (victim: Victim): boolean => {
    if (victim === 'postgres') {
      const pid = postmasterOf(folder);
      if (pid === null) return false;
      try {
        return process.kill(pid, 'SIGKILL');
      } catch {
        return false;
      }
    }
    const candidates = victim === 'worker' ? workers.kept : [parts[victim]];
    const up = candidates.filter((candidate) => candidate.isUp);
    const target = up[Math.floor(Math.random() * up.length)];
    target?.kill();
    return target !== undefined;
  };
  const all = [...workers.kept, parts.web, parts.engine];
  return {
    siteUrl,
    databaseUrl: postgres.url,
    env: { ...installation.env, ...planWeb(place, postgres.url).env },
    kill,
    ready: async () => {
      await Promise.all(all.map((part) => part.ready()));
    },
    lastWords: () =>
      all.map((part) => `--- ${part.plan.name}\n${part.lines.slice(-40).join('\n')}`).join('\n'),
    stop: async () => {
      await Promise.all(all.map((part) => part.stop()));
      await postgres.stop();
    },
  };
};
