// Opens the database: Prisma and the hot reads over one bounded pg pool.
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from './generated/client.ts';
import { createHotReads, type HotReads } from './hot-reads.ts';
import { type SqlPool, sqlOverPool } from './sql.ts';

export type Db = PrismaClient;
/** What both the client and an open transaction offer. */
export type DbTransaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0];

const openPool = (url: string, poolSize: number): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    keepAlive: true,
  });
  // The pool drops a connection that breaks while idle; unheard, the error would end the process.
  pool.on('error', () => undefined);
  return pool;
};

/** Disconnecting `db` ends the pool of both. */
export const openDatabase = (url: string, poolSize: number): { db: Db; hotReads: HotReads } => {
  const pool = openPool(url, poolSize);
  const db = new PrismaClient({
    adapter: new PrismaPg(pool, { disposeExternalPool: true }),
    transactionOptions: { maxWait: 10_000, timeout: 20_000 },
  });
  return { db, hotReads: createHotReads(pool) };
};

export const openDb = (url: string, poolSize: number): Db => openDatabase(url, poolSize).db;

/** Without the ORM: for the engine, whose every call is several statements. */
export const openSql = (url: string, poolSize: number): SqlPool => sqlOverPool(openPool(url, poolSize));
