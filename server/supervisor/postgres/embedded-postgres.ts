// Runs a real Postgres from npm's binaries on loopback, on a data folder of its own.
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, realpathSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPostgresBinaries } from './binaries.ts';
import { ensureDataFolder, mainDatabase, postgresEnv, superuser } from './data-folder.ts';
import { freePort } from '../free-port.ts';
import { readPostmasterFile, stopLeftoverPostgres, stopPostgresProcess } from './leftover-postgres.ts';
import { choosePostgresUser, type PostgresUser } from './postgres-user.ts';

export type EmbeddedPostgresOptions = {
  /** Made when missing. */
  folder: string;
  password: string;
  /** Tried first; another free one is taken when it is in use. */
  preferredPort?: number;
  /** For a restart: clients already know the port, so no other one will do. */
  isPortFixed?: boolean;
  settings?: Readonly<Record<string, string>>;
};

export type EmbeddedPostgres = {
  url: string;
  port: number;
  pid: number;
  /** Resolves when the server process is gone, for whatever reason. */
  ended: Promise<void>;
  stop: () => Promise<void>;
};

const startWithinMs = 60_000;
const maxLogBytes = 10 * 1024 * 1024;

const defaults = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '64MB',
  max_connections: '100',
  log_min_messages: 'warning',
  // A web or worker host that vanishes must not keep its locks for hours.
  idle_in_transaction_session_timeout: '60s',
} as const;

const openLog = (file: string): number => {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > maxLogBytes) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
};

const lastWords = (file: string): string =>
  readFileSync(file, 'utf8').trimEnd().split('\n').slice(-6).join('\n');

type Launch = {
  program: string;
  user: PostgresUser;
  folder: string;
  logFile: string;
  settings: Readonly<Record<string, string>>;
};

const launch = ({ program, user, folder, logFile, settings }: Launch, port: number): ChildProcess => {
  const flags = Object.entries({ ...defaults, ...settings }).flatMap(([key, value]) => [
    '-c',
    `${key}=${value}`,
  ]);
  const [command, ...args] = [...user.prefix, program, '-D', folder, '-p', String(port), ...flags];
  const log = openLog(logFile);
  try {
    // Its own group: Ctrl-C in a terminal must reach it through the supervisor, after web and worker.
    const stdio: ['ignore', number, number] = ['ignore', log, log];
    return spawn(command ?? program, args, {
      ...user.ids,
      cwd: folder,
      env: postgresEnv(),
      stdio,
      detached: true,
    });
  } finally {
    closeSync(log);
  }
};

const becameReady = async (child: ChildProcess, folder: string): Promise<boolean> => {
  for (const end = Date.now() + startWithinMs; Date.now() < end; await sleep(20)) {
    if (child.exitCode !== null || child.signalCode !== null) return false;
    const state = readPostmasterFile(folder);
    if (state?.pid === child.pid && state?.isReady) return true;
  }
  return false;
};

export const embeddedUrl = (port: number, password: string): string =>
  `postgresql://${superuser}:${encodeURIComponent(password)}@127.0.0.1:${port}/${mainDatabase}`;

/** Not for two callers at once on one folder: the supervisor's lock sees to that. */
export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const binaries = findPostgresBinaries();
  mkdirSync(path.dirname(options.folder), { recursive: true, mode: 0o711 });
  const parent = realpathSync(path.dirname(options.folder));
  const folder = path.join(parent, path.basename(options.folder));
  const user = choosePostgresUser([path.dirname(binaries.postgres), parent]);
  await stopLeftoverPostgres(folder);
  ensureDataFolder({ binaries, user }, folder, options.password);
  const logFile = `${folder}.log`;
  const plan = { program: binaries.postgres, user, folder, logFile, settings: options.settings ?? {} };

  // More than one try: backends of a killed server take a moment to leave, and a free port can be lost again.
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const wanted = options.isPortFixed || attempt <= 2 ? options.preferredPort : undefined;
    const port = options.isPortFixed && wanted ? wanted : await freePort(wanted);
    const child = launch(plan, port);
    const ended = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    const { pid } = child;
    if (pid !== undefined && (await becameReady(child, folder))) {
      const stop = async (): Promise<void> => {
        if (child.exitCode === null && child.signalCode === null) await stopPostgresProcess(pid);
        await ended;
      };
      return { url: embeddedUrl(port, options.password), port, pid, ended, stop };
    }
    if (pid !== undefined && child.exitCode === null && child.signalCode === null)
      await stopPostgresProcess(pid);
    await sleep(attempt * 200);
  }
  throw new Error(
    `The embedded Postgres did not start. Its log, ${logFile}, ends with:\n${lastWords(logFile)}`,
  );
};
