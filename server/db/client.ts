// Opens the database: Prisma and the hot reads over one bounded pg pool.
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from './generated/client.ts';
import { createHotReads, type HotReads } from './hot-reads.ts';
import { openPool } from './open-pool.ts';

export type Db = PrismaClient;
/** What both the client and an open transaction offer. */
export type DbTransaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0];

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
