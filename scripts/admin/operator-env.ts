// The operator's view of an installation: its secrets, and the database that runs in it or elsewhere.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Env, readEnv } from '../../server/env.ts';
import { findDatabaseUrl } from '../../server/supervisor/find-database.ts';
import { readInstallation } from '../../server/supervisor/installation.ts';

const runningSiteUrl = (runDir: string): string | undefined => {
  const file = path.join(runDir, 'site.json');
  if (!existsSync(file)) return undefined;
  return (JSON.parse(readFileSync(file, 'utf8')) as { siteUrl?: string }).siteUrl;
};

export const readOperatorEnv = (): Env => {
  const databaseUrl = findDatabaseUrl(process.env);
  const installation = readInstallation(process.env);
  const siteUrl = installation.siteUrl ?? runningSiteUrl(installation.runDir);
  return readEnv({
    ...installation.env,
    DATABASE_URL: databaseUrl,
    ...(siteUrl ? { SITE_URL: siteUrl } : {}),
  });
};
