// Databases for tests: one embedded Postgres per run, a template migrated once, a clone of it for each caller.
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrate } from '../../server/db/migrate.ts';
import { startEmbeddedPostgres } from '../../server/supervisor/postgres/embedded-postgres.ts';

/** Set by the test runner for the files it runs; a file run alone starts a server of its own. */
export const adminUrlVariable = 'TEST_DATABASE_ADMIN_URL';
const templateName = 'partbook_template';

export type TestDatabase = { url: string; drop: () => Promise<void> };

export type TestPostgres = {
  adminUrl: string;
  /** A fresh, migrated, empty database. */
  createDatabase: () => Promise<TestDatabase>;
  /** Stops the server when this call started it. */
  stop: () => Promise<void>;
};

const withDatabase = (url: string, name: string): string => {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
};

const runAs = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 15_000 });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

const createClone = async (adminUrl: string): Promise<TestDatabase> => {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runAs(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${templateName}`);
  return {
    url: withDatabase(adminUrl, name),
    drop: () => runAs(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
};

// Durability is what a test database does not need; everything else is the server the product runs on.
const fastSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
};

const startOwnServer = async (): Promise<TestPostgres> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'partbook-test-postgres-'));
  // As root, Postgres runs as another user where that one may enter.
  await chmod(folder, 0o711);
  const server = await startEmbeddedPostgres({
    folder: path.join(folder, 'data'),
    password: randomUUID(),
    settings: fastSettings,
  });
  const stop = async (): Promise<void> => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await runAs(server.url, `CREATE DATABASE ${templateName}`);
    await migrate(withDatabase(server.url, templateName));
  } catch (error) {
    await stop();
    throw error;
  }
  return { adminUrl: server.url, createDatabase: () => createClone(server.url), stop };
};

export const startTestPostgres = async (): Promise<TestPostgres> => {
  const adminUrl = process.env[adminUrlVariable];
  if (adminUrl === undefined) return startOwnServer();
  return { adminUrl, createDatabase: () => createClone(adminUrl), stop: async () => {} };
};
