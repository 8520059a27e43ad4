import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

let home = '';
before(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'partbook-embedded-'));
  await chmod(home, 0o711);
});
after(() => rm(home, { recursive: true, force: true }));

const query = async (url: string, sql: string): Promise<pg.QueryResult<Record<string, unknown>>> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
};

test('rows outlive a stop, a kill and a server left running by a killed start', async () => {
  const options = { folder: path.join(home, 'postgres'), password: 'p@ss/word' };
  const first = await startEmbeddedPostgres(options);
  await query(first.url, 'CREATE TABLE kept (n int)');
  await query(first.url, 'INSERT INTO kept VALUES (1)');
  await first.stop();
  await first.ended;

  const second = await startEmbeddedPostgres({ ...options, preferredPort: first.port });
  await query(second.url, 'INSERT INTO kept VALUES (2)');
  process.kill(second.pid, 'SIGKILL');
  await second.ended;

  const third = await startEmbeddedPostgres(options);
  await query(third.url, 'INSERT INTO kept VALUES (3)');

  const fourth = await startEmbeddedPostgres(options);
  await third.ended;
  const { rows } = await query(fourth.url, 'SELECT n FROM kept ORDER BY n');
  assert.deepEqual(rows, [{ n: 1 }, { n: 2 }, { n: 3 }]);
  await fourth.stop();
});

test('a postmaster.pid that names another live program does not stop a start', async () => {
  const options = { folder: path.join(home, 'reused'), password: 'x' };
  const first = await startEmbeddedPostgres(options);
  await first.stop();
  await writeFile(
    path.join(options.folder, 'postmaster.pid'),
    `${process.ppid}\n${options.folder}\n1\n5432\n`,
  );
  const second = await startEmbeddedPostgres(options);
  await second.stop();
});

test('letter case and order of accented letters do not depend on the machine', async () => {
  const server = await startEmbeddedPostgres({ folder: path.join(home, 'letters'), password: 'x' });
  try {
    const { rows } = await query(server.url, `SELECT 'CAFÉ Ünter' ILIKE 'café ü%' AS ok, lower('ÉÀ') AS low`);
    assert.deepEqual(rows, [{ ok: true, low: 'éà' }]);
  } finally {
    await server.stop();
  }
});
