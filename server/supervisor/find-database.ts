// Finds the database of an installation for a tool that runs beside it: DATABASE_URL, or the embedded one in DATA_DIR.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readOrCreateSecrets } from '../secrets-file.ts';
import { embeddedUrl } from './postgres/embedded-postgres.ts';

export const findDatabaseUrl = (env: Readonly<Record<string, string | undefined>>): string => {
  if (env['DATABASE_URL']) return env['DATABASE_URL'];
  const dataDir = path.resolve(env['DATA_DIR'] || '.data');
  const ports = path.join(dataDir, 'run/ports.json');
  if (!existsSync(ports))
    throw new Error(
      `No installation has been started on ${dataDir}. Run "npm start" first, or set DATA_DIR or DATABASE_URL.`,
    );
  const { postgres } = JSON.parse(readFileSync(ports, 'utf8')) as { postgres: number };
  return embeddedUrl(postgres, readOrCreateSecrets(dataDir).POSTGRES_PASSWORD);
};
