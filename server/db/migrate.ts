// Applies prisma/migrations in order with pg alone and records them as Prisma Migrate does, so both can be used in turn.
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** The advisory lock Prisma Migrate itself takes: two starts, or a start and the CLI, wait for each other. */
const prismaLockId = 72_707_369;
const lockWithinMs = 120_000;
const connectWithinMs = 15_000;

const migrationsTable = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`;

type Migration = { name: string; sql: string; checksum: string };

const readMigrations = (folder: string): Migration[] =>
  readdirSync(folder)
    .sort()
    .map((name) => ({ name, file: path.join(folder, name, 'migration.sql') }))
    .filter(({ file }) => existsSync(file))
    .map(({ name, file }) => {
      const sql = readFileSync(file, 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });

const takeLock = async (client: pg.Client): Promise<void> => {
  for (const end = Date.now() + lockWithinMs; Date.now() < end; await sleep(100)) {
    const { rows } = await client.query<{ ok: boolean }>('SELECT pg_try_advisory_lock($1) AS ok', [
      prismaLockId,
    ]);
    if (rows[0]?.ok === true) return;
  }
  throw new Error('Another process has held the migration lock for two minutes. Look for a stuck migration.');
};

type Recorded = { migration_name: string; checksum: string; finished_at: Date | null };

const pendingOf = (migrations: readonly Migration[], recorded: readonly Recorded[]): Migration[] => {
  const byName = new Map(recorded.map((row) => [row.migration_name, row]));
  return migrations.filter(({ name, checksum }) => {
    const row = byName.get(name);
    if (row === undefined) return true;
    if (row.finished_at === null)
      throw new Error(`Migration ${name} failed before. Mend it and run "npx prisma migrate resolve".`);
    if (row.checksum !== checksum)
      throw new Error(
        `Migration ${name} was changed after it was applied. Restore it and add a new one instead.`,
      );
    return false;
  });
};

// Change and record stand in one transaction: a kill in the middle leaves neither, and the next start repeats it.
const applyMigration = async (client: pg.Client, { name, sql, checksum }: Migration): Promise<void> => {
  const startedAt = new Date();
  await client.query('BEGIN');
  try {
    await client.query(sql);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, $4, clock_timestamp(), 1)`,
      [randomUUID(), checksum, name, startedAt],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`Migration ${name} could not be applied: ${why}`, { cause: error });
  }
};

/** Returns the names of the migrations it applied; safe to call from several processes at once. */
export const migrate = async (
  databaseUrl: string,
  folder: string = path.resolve(import.meta.dirname, '../../prisma/migrations'),
): Promise<string[]> => {
  const migrations = existsSync(folder) ? readMigrations(folder) : [];
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: connectWithinMs });
  await client.connect();
  try {
    await takeLock(client);
    await client.query(migrationsTable);
    const { rows } = await client.query<Recorded>(
      'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
    );
    const pending = pendingOf(migrations, rows);
    for (const migration of pending) await applyMigration(client, migration);
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
};
