// The whole service for a test: started by the real command, on its own port, database and data folder.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startTestPostgres } from './postgres.ts';
import { runStartCommand } from './start-command.ts';

export type AppOptions = {
  /** Environment variables of the installation, for example SMTP_URL or FETCH_ALLOW_CIDRS. */
  env?: Readonly<Record<string, string>>;
  /** Without it songs are accepted and queued, but none is separated. Default: true. */
  withWorker?: boolean;
  /** Without it no job runs. Default: true. */
  withEngine?: boolean;
};

export type RunningApp = {
  url: string;
  /** Signs the owner, a Pro account, in; works once. */
  ownerLink: string;
  dataDir: string;
  databaseUrl: string;
  output: () => string;
  /** Stops everything and removes what it wrote. */
  stop: () => Promise<void>;
};

/** Nothing listens there: the part is somebody else's, and away. */
const nowhere = 'http://127.0.0.1:9';

export const startApp = async (options: AppOptions = {}): Promise<RunningApp> => {
  const postgres = await startTestPostgres();
  const database = await postgres.createDatabase();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'partbook-app-'));
  await chmod(dataDir, 0o711);
  const command = runStartCommand({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    ...(options.withWorker === false ? { WORKER_URLS: nowhere } : {}),
    ...(options.withEngine === false ? { INNGEST_BASE_URL: nowhere } : {}),
    ...options.env,
  });
  const stop = async (): Promise<void> => {
    await command.stop();
    await database.drop();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    const { url, ownerLink } = await command.ready;
    return {
      url,
      ownerLink: ownerLink ?? '',
      dataDir,
      databaseUrl: database.url,
      output: command.output,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
