// A running Partbook with its database at hand, and more web processes over the same database where a test needs them.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Db, openDb } from '../../server/db/client.ts';
import { type AppOptions, type RunningApp, startApp } from './app-server.ts';
import { runStartCommand } from './start-command.ts';

export type TestSite = Pick<RunningApp, 'url' | 'ownerLink' | 'dataDir' | 'databaseUrl' | 'output'> & {
  db: Db;
  stop: () => Promise<void>;
};

/** Without worker and engine unless asked: most answers of a protocol need neither. */
export const startTestSite = async (options: AppOptions = {}): Promise<TestSite> => {
  const app = await startApp({ withWorker: false, withEngine: false, ...options });
  const db = openDb(app.databaseUrl, 4);
  return {
    ...app,
    db,
    stop: async () => {
      await db.$disconnect();
      await app.stop();
    },
  };
};

/** A second installation of the same service: its own process and port, the same database. */
export const startTwin = async (site: TestSite): Promise<{ url: string; stop: () => Promise<void> }> => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'partbook-twin-'));
  await chmod(dataDir, 0o711);
  const twin = runStartCommand({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: site.databaseUrl,
    WORKER_URLS: 'http://127.0.0.1:9',
    INNGEST_BASE_URL: 'http://127.0.0.1:9',
  });
  const { url } = await twin.ready;
  return {
    url,
    stop: async () => {
      await twin.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
};
