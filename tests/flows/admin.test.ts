// The operator's tool, run as the operator runs it, against the database of a test.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Db } from '../../server/db/client.ts';
import { createTestAccount, openTestDb, type TestAccount } from '../support/accounts.ts';
import { startTestPostgres } from '../support/postgres.ts';

const root = path.resolve(import.meta.dirname, '../..');

let stop: () => Promise<void>;
let databaseUrl: string;
let dataDir: string;
let db: Db;
let ann: TestAccount;

before(async () => {
  const postgres = await startTestPostgres();
  const database = await postgres.createDatabase();
  databaseUrl = database.url;
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'partbook-admin-'));
  db = openTestDb(databaseUrl);
  ann = await createTestAccount(db, { credits: 3 });
  stop = async () => {
    await db.$disconnect();
    await database.drop();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
});
after(() => stop?.());

type Outcome = { code: number; stdout: string; stderr: string };

const admin = (args: string[], env: Record<string, string> = {}): Promise<Outcome> =>
  new Promise((resolve) => {
    const command = [path.join(root, 'scripts/run.mjs'), 'scripts/admin.ts', ...args];
    const settings = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...env };
    execFile(process.execPath, command, { env: settings, timeout: 120_000 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr });
    });
  });

test('without a command it explains itself', async () => {
  const { code, stdout } = await admin([]);
  assert.equal(code, 0);
  assert.match(stdout, /credits <email> \+5\|-2/);
});

test('accounts are listed for people and for programs', async () => {
  assert.match((await admin(['accounts'])).stdout, new RegExp(ann.email));
  const rows = JSON.parse((await admin(['accounts', '--json'])).stdout) as { email: string }[];
  assert.deepEqual(
    rows.map(({ email }) => email),
    [ann.email],
  );
});

test('a plan is set, an unknown one and an unknown account are refused with a sentence', async () => {
  assert.equal((await admin(['plan', ann.email.toUpperCase(), 'pro'])).code, 0);
  assert.equal((await db.account.findUniqueOrThrow({ where: { id: ann.id } })).plan, 'pro');
  const gold = await admin(['plan', ann.email, 'gold']);
  assert.equal(gold.code, 2);
  assert.match(gold.stderr, /Plans are free and pro/);
  const nobody = await admin(['plan', 'nobody@example.org', 'pro']);
  assert.equal(nobody.code, 1);
  assert.match(nobody.stderr, /No account has the address/);
});

test('credits change with a ledger entry each, and never fall below zero', async () => {
  assert.equal((await admin(['credits', ann.email, '+5'])).code, 0);
  assert.equal((await admin(['credits', ann.email, '-9'])).code, 1);
  const { credits } = await db.account.findUniqueOrThrow({ where: { id: ann.id } });
  const ledger = await db.ledgerEntry.aggregate({
    where: { accountId: ann.id, kind: 'credit' },
    _sum: { delta: true },
  });
  assert.equal(credits, 8);
  assert.equal(ledger._sum.delta, 8);
});

test('keys are listed without the key, and revoked', async () => {
  const listed = await admin(['keys', ann.email, '--json']);
  assert.equal(listed.stdout.includes(ann.key), false);
  assert.equal((await admin(['revoke-key', ann.keyId])).code, 0);
  assert.equal((await admin(['revoke-key', ann.keyId])).code, 1);
});

test('a sign-in link is made for the site’s address', async () => {
  const { stdout } = await admin(['sign-in-link', ann.email, '--json'], {
    SITE_URL: 'https://partbook.example',
  });
  const { url } = JSON.parse(stdout) as { url: string };
  assert.match(url, /^https:\/\/partbook\.example\/api\/auth\/callback\/email\?/);
});

test('where nothing runs it says what to do', async () => {
  const { code, stderr } = await admin(['accounts'], { DATABASE_URL: '' });
  assert.equal(code, 1);
  assert.match(stderr, /npm start/);
});
