// The ledger of charges: the database itself refuses to change it, and it sums up to what the account shows, at any moment.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deleteAccount } from '../../server/operations/account/delete-account.ts';
import { getAccount } from '../../server/operations/account/get-account.ts';
import { changeCredits } from '../../server/operations/admin/change-credits.ts';
import { AppError } from '../../server/operations/app-error.ts';
import { createBatch } from '../../server/operations/batches/create-batch.ts';
import type { Context } from '../../server/operations/context.ts';
import { claimNext } from '../../server/operations/splits/claim-next.ts';
import { createSplit } from '../../server/operations/splits/create-split.ts';
import { deleteSplit } from '../../server/operations/splits/delete-split.ts';
import { settleSplit } from '../../server/operations/splits/settle-split.ts';
import { createTestAccount, type TestAccount } from '../support/accounts.ts';
import { createJobServices, type JobServices } from '../support/job-services.ts';
import { startTestPostgres, type TestDatabase, type TestPostgres } from '../support/postgres.ts';

const rounds = 25;
const atOnce = 12;
let postgres: TestPostgres;
let database: TestDatabase;
let jobs: JobServices;

before(async () => {
  postgres = await startTestPostgres();
  database = await postgres.createDatabase();
  jobs = await createJobServices(database.url, []);
});
after(async () => {
  await jobs.close();
  await database.drop();
  await postgres.stop();
});

const contextOf = ({ id, keyId }: TestAccount): Context => ({
  services: jobs.services,
  actor: { kind: 'key', accountId: id, keyId },
  requestId: 'req_test',
});

const source = { audioUrl: 'https://songs.example.org/song.mp3' };
const submit = (ctx: Context, model: 'vocals' | 'full' = 'vocals') =>
  createSplit(ctx, { source, model, name: null, idempotencyKey: null });

const entriesOf = (accountId: string) =>
  jobs.services.db.ledgerEntry.findMany({ where: { accountId }, orderBy: { id: 'asc' } });

test('an entry can be neither changed nor removed, whoever asks the database', async () => {
  const { db } = jobs.services;
  const account = await createTestAccount(db, { credits: 3 });
  await submit(contextOf(account));
  const entries = await entriesOf(account.id);
  assert.deepEqual(
    entries.map(({ kind, delta }) => [kind, delta]),
    [
      ['credit', 3],
      ['allowance', 1],
    ],
  );
  const where = { accountId: account.id };
  const refused = /ledger_entries is append-only/;
  await assert.rejects(db.ledgerEntry.updateMany({ where, data: { delta: 100 } }), refused);
  await assert.rejects(db.ledgerEntry.deleteMany({ where }), refused);
  await assert.rejects(
    db.$executeRaw`UPDATE ledger_entries SET note = 'another' WHERE note = 'song accepted'`,
    refused,
  );
  await assert.rejects(db.$executeRaw`DELETE FROM ledger_entries WHERE account_id = ${account.id}`, refused);
  await assert.rejects(db.$executeRaw`TRUNCATE ledger_entries`, refused);
  await assert.rejects(db.$executeRaw`TRUNCATE accounts CASCADE`, refused);
  assert.deepEqual(await entriesOf(account.id), entries);
});

test('the entries leave with their account, and only its own', async () => {
  const { db } = jobs.services;
  const [gone, kept] = [
    await createTestAccount(db, { credits: 1 }),
    await createTestAccount(db, { credits: 1 }),
  ];
  for (const account of [gone, kept]) await submit(contextOf(account));
  const actor = { kind: 'person', accountId: gone.id, sessionId: 'sess_test' } as const;
  await deleteAccount({ ...contextOf(gone), actor }, { email: gone.email });
  assert.deepEqual(await entriesOf(gone.id), []);
  assert.equal((await entriesOf(kept.id)).length, 2);
});

/** One of everything that is charged, given back or granted, as it comes. */
const act = async (account: TestAccount): Promise<void> => {
  const ctx = contextOf(account);
  const { services } = jobs;
  const some = await services.db.split.findMany({ where: { accountId: account.id }, select: { id: true } });
  const splitId = some[Math.floor(Math.random() * some.length)]?.id ?? 'split_none';
  const failure = { reason: 'separation_failed', message: null } as const;
  const deeds = [
    () => submit(ctx),
    () => submit(ctx, 'full'),
    () => createBatch(ctx, { items: [{ audio_url: source.audioUrl }], model: 'vocals' }),
    () => claimNext(services, account.id),
    () => settleSplit(services, { splitId, generation: null, failure }),
    () => deleteSplit(ctx, { splitId }),
    () => changeCredits(services.db, { email: account.email, change: Math.random() < 0.5 ? 2 : -1 }),
  ];
  try {
    await deeds[Math.floor(Math.random() * deeds.length)]?.();
  } catch (error) {
    // A limit, an empty purse, a song that another has just deleted.
    if (!(error instanceof AppError)) throw error;
  }
};

type Sums = { credits: number; credit_sum: number; songs: number; drawn: number };

/** One statement, so one moment: the balance, the entries, and the songs that were not given back. */
const readSums = async (accountId: string): Promise<Sums> => {
  const rows = await jobs.services.db.$queryRaw<Sums[]>`
    SELECT a.credits,
      (SELECT coalesce(sum(delta), 0)::int FROM ledger_entries WHERE account_id = a.id AND kind = 'credit') AS credit_sum,
      (SELECT count(*)::int FROM splits WHERE account_id = a.id AND status <> 'failed') AS songs,
      (SELECT count(*)::int FROM (
        SELECT split_id FROM ledger_entries WHERE account_id = a.id AND split_id IS NOT NULL
        GROUP BY split_id HAVING sum(delta) <> 0) AS paid) AS drawn
    FROM accounts a WHERE a.id = ${accountId}`;
  return rows[0] ?? assert.fail('no account');
};

test('it sums up to the balance, the used allowance and the living songs, while everything happens at once', async (t) => {
  const { db } = jobs.services;
  const account = await createTestAccount(db, { credits: 5 });
  let looks = 0;
  let over = false;
  const watch = async (): Promise<void> => {
    for (; !over; looks += 1) {
      const { credits, credit_sum: creditSum, songs, drawn } = await readSums(account.id);
      assert.equal(creditSum, credits);
      assert.equal(drawn, songs);
    }
  };
  const watching = watch();
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all(Array.from({ length: atOnce }, () => act(account)));
    const shown = await getAccount(contextOf(account));
    const entries = await entriesOf(account.id);
    const sum = (kind: string) =>
      entries.filter((entry) => entry.kind === kind).reduce((total, { delta }) => total + delta, 0);
    assert.deepEqual([shown.credits, shown.splits_used], [sum('credit'), sum('allowance')]);
    // The pace is not what is tested here.
    await db.submission.deleteMany({ where: { accountId: account.id } });
  }
  over = true;
  await watching;
  const entries = await entriesOf(account.id);
  t.diagnostic(`${entries.length} entries, looked at ${looks} times between`);
  for (const kind of ['credit', 'allowance'] as const) {
    const ofSongs = entries.filter((entry) => entry.kind === kind && entry.splitId !== null);
    assert.ok(ofSongs.some(({ delta }) => delta > 0) && ofSongs.some(({ delta }) => delta < 0), kind);
  }
});
