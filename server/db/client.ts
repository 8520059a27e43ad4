// Opens the database: Prisma over a bounded pg pool.
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from './generated/client.ts';

export type Db = PrismaClient;
/** What both the client and an open transaction offer. */
export type DbTransaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0];

export const openDb = (url: string, poolSize: number): Db =>
  new PrismaClient({
    adapter: new PrismaPg({
      connectionString: url,
      max: poolSize,
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: 30_000,
      statement_timeout: 30_000,
      keepAlive: true,
    }),
    transactionOptions: { maxWait: 10_000, timeout: 20_000 },
  });
