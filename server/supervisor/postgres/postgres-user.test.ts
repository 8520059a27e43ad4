import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { choosePostgresUser } from './postgres-user.ts';

const home = mkdtempSync(path.join(os.tmpdir(), 'partbook-user-'));
after(() => rmSync(home, { recursive: true, force: true }));
const isRoot = process.getuid?.() === 0;
const hasNamespaces =
  spawnSync('unshare', ['--user', '--map-user=1000', '--map-group=1000', 'true'], { stdio: 'ignore' })
    .status === 0;

const countRows = async (folder: string): Promise<number> => {
  const server = await startEmbeddedPostgres({ folder, password: 'x' });
  try {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query('CREATE TABLE IF NOT EXISTS starts (at timestamptz DEFAULT now())');
    await client.query('INSERT INTO starts DEFAULT VALUES');
    const { rows } = await client.query<{ n: number }>('SELECT count(*)::int AS n FROM starts');
    await client.end();
    return rows[0]?.n ?? 0;
  } finally {
    await server.stop();
  }
};

test('an ordinary user runs Postgres as itself, root never as root', () => {
  chmodSync(home, 0o711);
  const user = choosePostgresUser([home]);
  assert.deepEqual(user.prefix, []);
  assert.deepEqual(user.ids, isRoot ? { uid: 65_534, gid: 65_534 } : {});
});

test('the same data is served while everybody, and again while only the owner, may enter its folder', async () => {
  const closed = path.join(home, 'closed');
  mkdirSync(closed, { mode: 0o711 });
  const folder = path.join(closed, 'postgres');
  assert.equal(await countRows(folder), 1);
  chmodSync(closed, 0o700);
  if (isRoot && !hasNamespaces) {
    await assert.rejects(countRows(folder), /lies below a folder that only root may enter/);
    return;
  }
  assert.equal(await countRows(folder), 2);
  assert.equal(statSync(folder).uid, process.getuid?.());
  chmodSync(closed, 0o711);
  assert.equal(await countRows(folder), 3);
});
