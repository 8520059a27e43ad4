// Makes Postgres's data folder: complete under its final name, or not there at all.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { PostgresBinaries } from './binaries.ts';
import { giveFolderTo, type PostgresUser } from './postgres-user.ts';

export const superuser = 'partbook';
export const mainDatabase = 'partbook';

/** Only what Postgres needs: none of Partbook's secrets reach it through its environment. */
export const postgresEnv = (): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  NODE_ENV: 'production',
  LC_ALL: 'C',
  TZ: 'UTC',
});

type Installation = { binaries: PostgresBinaries; user: PostgresUser };

const runOnce = (
  { user }: Installation,
  cwd: string,
  [program, ...args]: readonly [string, ...string[]],
  input = '',
): void => {
  const [command, ...rest] = [...user.prefix, program, ...args];
  const done = spawnSync(command ?? program, rest, {
    ...user.ids,
    cwd,
    input,
    env: postgresEnv(),
    encoding: 'utf8',
    timeout: 120_000,
  });
  if (done.status === 0) return;
  const words = (done.error?.message ?? `${done.stdout}${done.stderr}`)
    .trim()
    .split('\n')
    .slice(-8)
    .join('\n');
  throw new Error(`${path.basename(program)} could not prepare the database folder ${cwd}:\n${words}`);
};

const initialise = (installation: Installation, folder: string, password: string): void => {
  const secrets = mkdtempSync(path.join(os.tmpdir(), 'partbook-initdb-'));
  const passwordFile = path.join(secrets, 'password');
  try {
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
    giveFolderTo(secrets, installation.user.owner);
    const { initdb, postgres } = installation.binaries;
    runOnce(installation, folder, [
      initdb,
      '-D',
      folder,
      '-U',
      superuser,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--no-sync',
      // The same order and letter case on every machine, whatever locales it has.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ]);
    runOnce(
      installation,
      folder,
      [postgres, '--single', '-D', folder, 'postgres'],
      `CREATE DATABASE ${mainDatabase}\n`,
    );
  } finally {
    rmSync(secrets, { recursive: true, force: true });
  }
};

/** The password counts only when the folder is made; afterwards the database keeps it. */
export const ensureDataFolder = (installation: Installation, folder: string, password: string): void => {
  if (!existsSync(path.join(folder, 'PG_VERSION'))) {
    const unfinished = `${folder}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { recursive: true, mode: 0o700 });
    giveFolderTo(unfinished, installation.user.owner);
    initialise(installation, unfinished, password);
    renameSync(unfinished, folder);
  }
  chmodSync(folder, 0o700);
  giveFolderTo(folder, installation.user.owner);
};
