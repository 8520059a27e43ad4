// Opens a bounded pool of connections to Postgres.
import pg from 'pg';

export const openPool = (url: string, poolSize: number): pg.Pool => {
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
