// Reads what an installation is made of: its settings, its folder, its secrets, and which parts it replaces.
import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { EnvError, readEnv } from '../env.ts';
import { readOrCreateSecrets } from '../secrets-file.ts';

export type Installation = {
  dataDir: string;
  /** Locks, process numbers and ports: worthless once nothing runs. */
  runDir: string;
  port: number;
  /** Whether a taken port is an error, or another one may be used. */
  isPortChosen: boolean;
  host: string;
  siteUrl: string | null;
  /** null: an embedded Postgres is run. */
  databaseUrl: string | null;
  postgresPassword: string;
  hasOwnWorkers: boolean;
  hasOwnEngine: boolean;
  /** What every program of the tree is given. */
  env: Readonly<Record<string, string | undefined>>;
};

const isSet = (value: string | undefined): value is string => value !== undefined && value !== '';

const embeddedPlaceholder = 'postgresql://embedded.invalid/partbook';

/** Throws EnvError naming every setting that is wrong, before anything is started. */
export const readInstallation = (source: Readonly<Record<string, string | undefined>>): Installation => {
  const dataDir = path.resolve(isSet(source['DATA_DIR']) ? source['DATA_DIR'] : '.data');
  try {
    // Not secret by itself: as root, Postgres enters it as another user. What it holds is closed one by one.
    mkdirSync(dataDir, { recursive: true, mode: 0o711 });
    if (process.getuid?.() === 0) chmodSync(dataDir, 0o711);
  } catch (error) {
    throw new EnvError(`DATA_DIR: the folder ${dataDir} cannot be made (${String(error)}).`, {
      cause: error,
    });
  }
  const { POSTGRES_PASSWORD, ...secrets } = readOrCreateSecrets(dataDir);
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => isSet(value)));
  const env = {
    ...secrets,
    ...given,
    DATA_DIR: dataDir,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
  };
  const read = readEnv({ DATABASE_URL: embeddedPlaceholder, ...env });
  return {
    dataDir,
    runDir: path.join(dataDir, 'run'),
    port: read.PORT,
    isPortChosen: isSet(source['PORT']) && read.PORT !== 0,
    host: read.HOST,
    siteUrl: isSet(source['SITE_URL']) ? read.SITE_URL : null,
    databaseUrl: isSet(source['DATABASE_URL']) ? read.DATABASE_URL : null,
    postgresPassword: POSTGRES_PASSWORD,
    hasOwnWorkers: read.WORKER_URLS.length > 0,
    hasOwnEngine: read.INNGEST_BASE_URL !== undefined,
    env,
  };
};
