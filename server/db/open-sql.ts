// Opens the database without the ORM: for the engine, whose every call is several statements, and for a quick start.
import { openPool } from './open-pool.ts';
import { type SqlPool, sqlOverPool } from './sql.ts';

export const openSql = (url: string, poolSize: number): SqlPool => sqlOverPool(openPool(url, poolSize));
