// Everything the service keeps of a person, as one JSON document in pieces; no secret, no hash, no file key.
import type { Prisma } from '../../db/generated/client.ts';
import { listApps } from '../apps/list-apps.ts';
import { presentBatch, withItems } from '../batches/present-batch.ts';
import type { Context } from '../context.ts';
import { requirePerson } from '../guard.ts';
import { listSessions } from '../sessions/list-sessions.ts';
import { presentSetlist, withSongs } from '../setlists/present-setlist.ts';
import { presentSplit, withStems } from '../splits/present-split.ts';

const rowsAtOnce = 100;

type Section = { name: string; rows: AsyncIterable<unknown> };
type KeyOf<Row> = Row extends { id: infer Key } ? Key : never;

/** Reads by key, so that a library of any size needs little memory here. */
async function* keyset<Row extends { id: string | bigint }>(
  read: (after: { id?: { gt: KeyOf<Row> } }) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let after: { id?: { gt: KeyOf<Row> } } = {};
  for (;;) {
    const rows = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < rowsAtOnce) return;
    after = { id: { gt: last.id as KeyOf<Row> } };
  }
}

async function* shown<Row>(rows: AsyncIterable<Row>, show: (row: Row) => unknown): AsyncGenerator<unknown> {
  for await (const row of rows) yield show(row);
}

/** What is short enough to be read at once, but only when its turn comes. */
async function* whole<Row>(read: () => PromiseLike<Row[]>): AsyncGenerator<Row> {
  yield* await read();
}

const page = { orderBy: { id: 'asc' }, take: rowsAtOnce } as const;

const songSections = (ctx: Context, accountId: string): Section[] => {
  const { db, env } = ctx.services;
  type SplitRow = Prisma.SplitGetPayload<{ include: typeof withStems }>;
  const splits = keyset<SplitRow>((after) =>
    db.split.findMany({ where: { accountId, ...after }, ...page, include: withStems }),
  );
  const batches = keyset<Prisma.BatchGetPayload<{ include: typeof withItems }>>((after) =>
    db.batch.findMany({ where: { accountId, ...after }, ...page, include: withItems }),
  );
  const setlists = keyset<Prisma.SetlistGetPayload<{ include: typeof withSongs }>>((after) =>
    db.setlist.findMany({ where: { accountId, ...after }, ...page, include: withSongs }),
  );
  return [
    {
      name: 'splits',
      rows: shown(splits, (row) => {
        // Links to the files carry a key, and a document like this is kept in odd places.
        const { zip_url: _zip, stems, ...split } = presentSplit(row, env, 'free');
        const named = stems.map(({ name, silent, duration_seconds, peak_dbfs }) => ({
          name,
          silent,
          duration_seconds,
          peak_dbfs,
        }));
        return { ...split, source_url: row.sourceUrl, analysis: row.analysis, stems: named };
      }),
    },
    {
      name: 'batches',
      rows: shown(batches, (row) => {
        const batch = presentBatch(row, env, 'free');
        return { ...batch, items: batch.items.map(({ split: _split, ...item }) => item) };
      }),
    },
    { name: 'setlists', rows: shown(setlists, (row) => presentSetlist(row, env)) },
  ];
};

const accountSections = (ctx: Context, accountId: string): Section[] => {
  const { db } = ctx.services;
  const links = whole(() => db.providerLink.findMany({ where: { accountId } }));
  const keys = keyset<Prisma.ApiKeyGetPayload<object>>((after) =>
    db.apiKey.findMany({ where: { accountId, ...after }, ...page }),
  );
  const ledger = keyset<Prisma.LedgerEntryGetPayload<object>>((after) =>
    db.ledgerEntry.findMany({ where: { accountId, ...after }, ...page }),
  );
  const submissions = keyset<Prisma.SubmissionGetPayload<object>>((after) =>
    db.submission.findMany({ where: { accountId, ...after }, ...page }),
  );
  const tasks = keyset<Prisma.AgentTaskGetPayload<object>>((after) =>
    db.agentTask.findMany({ where: { accountId, ...after }, ...page }),
  );
  return [
    { name: 'sign_in_providers', rows: shown(links, ({ provider }) => provider) },
    { name: 'sessions', rows: whole(() => listSessions(ctx)) },
    {
      name: 'api_keys',
      rows: shown(keys, ({ name, createdAt, lastUsedAt, revokedAt }) => ({
        name,
        created_at: createdAt,
        last_used_at: lastUsedAt,
        revoked_at: revokedAt,
      })),
    },
    { name: 'connected_apps', rows: whole(async () => (await listApps(ctx)).apps) },
    {
      name: 'ledger',
      rows: shown(ledger, ({ kind, delta, month, splitId, note, createdAt }) => ({
        kind,
        delta,
        month: month.toISOString().slice(0, 7),
        split_id: splitId,
        note,
        created_at: createdAt,
      })),
    },
    { name: 'submissions', rows: shown(submissions, ({ createdAt }) => createdAt) },
    {
      name: 'agent_tasks',
      rows: shown(tasks, ({ id, contextId, workId, history, createdAt }) => ({
        id,
        context_id: contextId,
        work_id: workId,
        history,
        created_at: createdAt,
      })),
    },
  ];
};

export async function* exportAccount(ctx: Context): AsyncGenerator<string> {
  const { accountId } = requirePerson(ctx);
  const { email, name, plan, credits, createdAt } = await ctx.services.db.account.findUniqueOrThrow({
    where: { id: accountId },
  });
  const account = { id: accountId, email, name, plan, credits, created_at: createdAt };
  yield `{"exported_at":${JSON.stringify(new Date())},\n"account":${JSON.stringify(account)}`;
  for (const { name: section, rows } of [
    ...songSections(ctx, accountId),
    ...accountSections(ctx, accountId),
  ]) {
    yield `,\n"${section}":[`;
    let separator = '\n';
    for await (const row of rows) {
      yield separator + JSON.stringify(row);
      separator = ',\n';
    }
    yield ']';
  }
  yield '}\n';
}
