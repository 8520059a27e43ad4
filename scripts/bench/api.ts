// `npm run bench -- api [reads|songs]`: what a keyed call costs beside an empty Next route and beside a library of 100,000
// songs; what a submission costs, and how soon its song starts, while two others are split.
import { createTestAccount, openTestDb, type TestAccount } from '../../tests/support/accounts.ts';
import { startApp } from '../../tests/support/app-server.ts';
import type { Db } from '../../server/db/client.ts';
import { newId } from '../../server/domain/ids.ts';
import { startEmptyNextApp } from './empty-next-app.ts';
import { measureRate, median } from './measure-rate.ts';
import { submitWhileSplitting } from './submit-while-splitting.ts';

const rounds = 3;
const secondsEach = 3;
const manySongs = 100_000;
const fewSongs = 100;

type Target = { name: string; url: string; headers: Record<string, string> };

/** In turn, so that a machine whose speed drifts treats both alike. */
const compare = async (left: Target, right: Target): Promise<void> => {
  const rates: [number[], number[]] = [[], []];
  for (const target of [left, right]) await measureRate(target.url, target.headers, 2);
  for (let round = 0; round < rounds; round += 1) {
    rates[0].push(await measureRate(left.url, left.headers, secondsEach));
    rates[1].push(await measureRate(right.url, right.headers, secondsEach));
  }
  const ratio = median(rates[0].map((rate, index) => rate / (rates[1][index] ?? Number.NaN)));
  console.log(
    `${left.name}: ${median(rates[0]).toFixed(0)}/s   ${right.name}: ${median(rates[1]).toFixed(0)}/s   ratio ${ratio.toFixed(2)}`,
  );
};

/** Straight into the table: what is measured is reading. */
const insertSongs = async (db: Db, account: TestAccount, count: number): Promise<string> => {
  await db.$executeRaw`
    INSERT INTO splits (id, account_id, sequence, model, name, name_chosen, source_kind, source_url, charged, share_id)
    SELECT 'split_' || lpad(n::text, 9, '0') || substr(md5(${account.id} || n), 1, 13), ${account.id}, n, 'vocals',
      'Song ' || n, true, 'url', 'https://example.org/a.mp3', 'allowance', substr(md5(${account.id} || 's' || n), 1, 22)
    FROM generate_series(1, ${count}) AS n`;
  await db.$executeRaw`ANALYZE splits`;
  const row = await db.split.findFirstOrThrow({
    where: { accountId: account.id, sequence: BigInt(count / 2) },
  });
  return row.id;
};

const keyed = (account: TestAccount): Record<string, string> => ({ authorization: `Bearer ${account.key}` });

const explainKeyLookup = async (db: Db): Promise<void> => {
  await db.apiKey.createMany({
    data: Array.from({ length: 20_000 }, (_, index) => ({
      id: newId('key'),
      accountId: fillerId,
      name: 'filler',
      prefix: 'pb_live_xxxx',
      tokenHash: `${index}`.padStart(64, '0'),
    })),
  });
  await db.$executeRaw`ANALYZE api_keys`;
  const plan = await db.$queryRaw<{ 'QUERY PLAN': string }[]>`
    EXPLAIN SELECT * FROM api_keys WHERE token_hash = 'x'`;
  console.log(`key look-up: one query, ${plan[0]?.['QUERY PLAN']}`);
};

let fillerId = '';

const measureReads = async (emptyUrl: string): Promise<void> => {
  const app = await startApp({ withWorker: false, withEngine: false });
  const db = openTestDb(app.databaseUrl);
  try {
    const few = await createTestAccount(db);
    const many = await createTestAccount(db);
    fillerId = many.id;
    const fewId = await insertSongs(db, few, fewSongs);
    const me = { name: 'GET /me with a key', url: `${app.url}/api/v1/me`, headers: keyed(few) };
    await explainKeyLookup(db);
    await compare(me, { name: 'an empty Next route', url: emptyUrl, headers: {} });
    const manyId = await insertSongs(db, many, manySongs);
    const target = (account: TestAccount, path: string, count: number): Target => ({
      name: `GET ${path.replace(/split_.*/, '{id}')} of ${count} songs`,
      url: `${app.url}/api/v1${path}`,
      headers: keyed(account),
    });
    const both = (path: string) => compare(target(many, path, manySongs), target(few, path, fewSongs));
    await compare(target(many, `/splits/${manyId}`, manySongs), target(few, `/splits/${fewId}`, fewSongs));
    await both('/splits?limit=20');
    await both('/splits?limit=20&status=queued');
    await both('/splits?limit=20&q=song');
    await both('/splits?limit=20&q=nothing-of-this-name');
  } finally {
    await db.$disconnect();
    await app.stop();
  }
};

const run = async ([only]: string[]): Promise<void> => {
  console.log('Building and starting …');
  const empty = await startEmptyNextApp();
  try {
    if (only !== 'songs') await measureReads(empty.url);
    if (only !== 'reads') await submitWhileSplitting(empty.url);
  } finally {
    await empty.stop();
  }
};

export default run;
