// How Postgres reads lists, searches and single rows once its tables are large: by an index, never a whole table.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { listTasksParams } from '../../server/contract/a2a.ts';
import { newId } from '../../server/domain/ids.ts';
import type { Context } from '../../server/operations/context.ts';
import { listTasks } from '../../server/operations/agent-tasks/list-tasks.ts';
import { getBatch } from '../../server/operations/batches/get-batch.ts';
import { listSetlists } from '../../server/operations/setlists/list-setlists.ts';
import { getSharedSong } from '../../server/operations/share/get-shared-song.ts';
import { claimNext } from '../../server/operations/splits/claim-next.ts';
import { getSplit } from '../../server/operations/splits/get-split.ts';
import { listSplits } from '../../server/operations/splits/list-splits.ts';
import { createTestAccount, type TestAccount } from '../support/accounts.ts';
import { createJobServices, type JobServices } from '../support/job-services.ts';
import { startTestPostgres, type TestDatabase, type TestPostgres } from '../support/postgres.ts';

const songs = 50_000;
const owners = 100;
const others = 10_000;
let postgres: TestPostgres;
let database: TestDatabase;
let jobs: JobServices;
let client: pg.Client;
let owner: TestAccount;
let ctx: Context;

/** Everything is spread over the accounts; a song has two stems. */
const fill = async (): Promise<void> => {
  const filler = (n: string) => `'acct_' || lpad(${n}::text, 22, '0')`;
  await client.query(`
    INSERT INTO accounts (id, email) SELECT ${filler('n')}, n || '@example.org' FROM generate_series(1, ${owners}) AS n`);
  await client.query(
    `INSERT INTO splits (id, account_id, sequence, status, model, name, name_chosen, source_kind, source_url, charged, share_id,
      progress, duration_seconds, completed_at)
    SELECT 'split_' || lpad(n::text, 22, '0'), CASE WHEN n % ${owners} = 0 THEN $1 ELSE ${filler(`(1 + n % ${owners})`)} END, n,
      'done', 'vocals', 'Song ' || n, true, 'url', 'https://example.org/a.mp3', 'allowance', lpad(n::text, 22, '0'), 100, 200, now()
    FROM generate_series(1, ${songs}) AS n`,
    [owner.id],
  );
  await client.query(`
    INSERT INTO stems (split_id, position, name, silent, duration_seconds)
    SELECT id, position, 'stem' || position, false, 200 FROM splits, generate_series(1, 2) AS position`);
  await client.query(
    `INSERT INTO setlists (id, account_id, title, share_id, updated_at)
    SELECT 'set_' || lpad(n::text, 22, '0'), CASE WHEN n % ${owners} = 0 THEN $1 ELSE ${filler(`(1 + n % ${owners})`)} END, 'Gig ' || n,
      lpad(n::text, 22, '0'), now() FROM generate_series(1, ${others}) AS n`,
    [owner.id],
  );
  await client.query(`
    INSERT INTO setlist_songs (setlist_id, position, split_id)
    SELECT id, 0, 'split_' || lpad('7', 22, '0') FROM setlists`);
  await client.query(
    `INSERT INTO agent_tasks (id, account_id, context_id, message_id, work_id, history)
    SELECT 'task_' || lpad(n::text, 22, '0'), CASE WHEN n % ${owners} = 0 THEN $1 ELSE ${filler(`(1 + n % ${owners})`)} END, 'c', 'm' || n,
      'split_' || lpad(n::text, 22, '0'), '[]' FROM generate_series(1, ${others}) AS n`,
    [owner.id],
  );
  await client.query(
    `INSERT INTO batches (id, account_id, model)
    SELECT 'batch_' || lpad(n::text, 22, '0'), CASE WHEN n % ${owners} = 0 THEN $1 ELSE ${filler(`(1 + n % ${owners})`)} END, 'vocals' FROM generate_series(1, ${others}) AS n`,
    [owner.id],
  );
  await client.query(`
    INSERT INTO batch_items (batch_id, index, account_id, sequence, status, audio_url, model)
    SELECT id, 0, account_id, 1000000 + row_number() OVER (), 'done', 'https://example.org/a.mp3', 'vocals' FROM batches`);
  await client.query('ANALYZE');
};

before(async () => {
  postgres = await startTestPostgres();
  database = await postgres.createDatabase();
  jobs = await createJobServices(database.url, []);
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  owner = await createTestAccount(jobs.services.db, { plan: 'pro' });
  await fill();
  ctx = {
    services: jobs.services,
    actor: { kind: 'key', accountId: owner.id, keyId: owner.keyId },
    requestId: 'test',
  };
});
after(async () => {
  await client.end();
  await jobs.close();
  await database.drop();
  await postgres.stop();
});

type Statement = { text: string; values: unknown[] };

/** What the work sends to Postgres, as it sends it. */
const statementsOf = async (work: () => Promise<unknown>): Promise<Statement[]> => {
  const heard: Statement[] = [];
  const query = Reflect.get(pg.Client.prototype, 'query') as (...all: unknown[]) => unknown;
  const listening = function (this: pg.Client, ...args: unknown[]): unknown {
    const [first, second] = args;
    const asked: { text: string; values?: unknown[] } =
      typeof first === 'string' ? { text: first } : (first as Statement);
    const values = asked.values ?? (Array.isArray(second) ? second : []);
    if (/^\s*(SELECT|WITH)\b/i.test(asked.text)) heard.push({ text: asked.text, values });
    return query.apply(this, args);
  };
  Reflect.set(pg.Client.prototype, 'query', listening);
  try {
    await work();
  } finally {
    Reflect.set(pg.Client.prototype, 'query', query);
  }
  return heard;
};

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] };

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Tables that grow with the use of the service; of the others a scan may be the best plan. */
const growing =
  /^(splits|stems|stem_files|split_events|setlists|setlist_songs|agent_tasks|batches|batch_items)$/;

const wholeReadsOf = async ({ text, values }: Statement): Promise<string[]> => {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `EXPLAIN (FORMAT JSON) ${text.replace(/\s+FOR UPDATE\s*$/i, '')}`,
    values,
  );
  const nodes = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => nodesOf(Plan)));
  return nodes
    .filter((node) => node['Node Type'].includes('Seq Scan') && growing.test(node['Relation Name'] ?? ''))
    .map((node) => `${node['Node Type']} of ${node['Relation Name']}: ${text}`);
};

const middle = `split_${String(songs / 2).padStart(22, '0')}`;
const cursor = Buffer.from(middle).toString('base64url');
const share = String(songs / 2).padStart(22, '0');
const reads: [string, () => Promise<unknown>][] = [
  ['a page of songs', () => listSplits(ctx, {})],
  ['a later page', () => listSplits(ctx, { cursor, limit: 20 })],
  ['songs of one status', () => listSplits(ctx, { status: 'queued' })],
  ['a later page of one status', () => listSplits(ctx, { status: 'done', cursor })],
  ['a search', () => listSplits(ctx, { q: 'song 77' })],
  ['a search that finds nothing', () => listSplits(ctx, { q: 'not there at all' })],
  ['a search within a status', () => listSplits(ctx, { q: '4%2', status: 'failed', cursor })],
  ['one song', () => getSplit(ctx, { splitId: middle })],
  ['a shared song', () => getSharedSong(ctx.services, { shareId: share, viewerAccountId: null })],
  ['setlists', () => listSetlists(ctx, {})],
  ['tasks', () => listTasks(ctx, listTasksParams.parse({ pageSize: 20 }))],
  ['a batch', () => getBatch(ctx, { batchId: `batch_${String(others).padStart(22, '0')}` })],
  ['the next song in line', () => claimNext(jobs.services, owner.id)],
];

for (const [name, work] of reads) {
  test(`${name}: no table that grows is read whole`, async () => {
    const statements = await statementsOf(work);
    assert.ok(statements.length > 0, 'nothing was asked of Postgres');
    const whole = await Promise.all(statements.map(wholeReadsOf));
    assert.deepEqual(whole.flat(), []);
  });
}

test('a plan that reads a table whole is noticed', async () => {
  const name = newId('split');
  const statements = await statementsOf(() => jobs.services.db.split.findMany({ where: { name } }));
  const whole = await Promise.all(statements.map(wholeReadsOf));
  assert.equal(whole.flat().length, 1);
});
