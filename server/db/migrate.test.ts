import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { startTestPostgres, type TestPostgres } from '../../tests/support/postgres.ts';
import { migrate } from './migrate.ts';

let server: TestPostgres;
let folder = '';
before(async () => {
  server = await startTestPostgres();
  folder = await mkdtemp(path.join(os.tmpdir(), 'partbook-migrations-'));
});
after(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const write = async (set: string, name: string, sql: string): Promise<string> => {
  await mkdir(path.join(folder, set, name), { recursive: true });
  await writeFile(path.join(folder, set, name, 'migration.sql'), sql);
  return path.join(folder, set);
};

/** An empty database: the template of the tests holds the product's own migrations. */
const emptyDatabase = async (): Promise<string> => {
  const admin = new pg.Client({ connectionString: server.adminUrl });
  await admin.connect();
  const name = `migrate_${Math.random().toString(36).slice(2)}`;
  await admin.query(`CREATE DATABASE ${name}`);
  await admin.end();
  const url = new URL(server.adminUrl);
  url.pathname = `/${name}`;
  return url.href;
};

const rowsOf = async (url: string, sql: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
};

test('four starts at once apply each migration once, in order', async () => {
  const url = await emptyDatabase();
  await write('parallel', '001_a', 'CREATE TABLE a (n int); SELECT pg_sleep(0.2);');
  const set = await write('parallel', '002_b', 'ALTER TABLE a ADD COLUMN m int;');
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(url, set)));
  assert.deepEqual(applied.flat().sort(), ['001_a', '002_b']);
  assert.deepEqual(await migrate(url, set), []);
  assert.deepEqual(
    await rowsOf(url, 'SELECT migration_name, applied_steps_count FROM _prisma_migrations ORDER BY 1'),
    [
      { migration_name: '001_a', applied_steps_count: 1 },
      { migration_name: '002_b', applied_steps_count: 1 },
    ],
  );
});

test('a migration that fails leaves nothing behind, and is applied once it is mended', async () => {
  const url = await emptyDatabase();
  const set = await write('failing', '001_a', 'CREATE TABLE half (n int); SELECT 1/0;');
  await assert.rejects(migrate(url, set), /Migration 001_a could not be applied: division by zero/);
  assert.deepEqual(await rowsOf(url, "SELECT to_regclass('half') AS t"), [{ t: null }]);
  await write('failing', '001_a', 'CREATE TABLE half (n int);');
  assert.deepEqual(await migrate(url, set), ['001_a']);
});

test('a migration changed after it was applied is refused by name', async () => {
  const url = await emptyDatabase();
  const set = await write('changed', '001_a', 'CREATE TABLE a (n int);');
  await migrate(url, set);
  await write('changed', '001_a', 'CREATE TABLE a (n bigint);');
  await assert.rejects(migrate(url, set), /001_a was changed after it was applied/);
});
