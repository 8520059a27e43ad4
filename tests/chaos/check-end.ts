// What must hold when everything has come to rest: every song ended, every charge right, every file accounted for.
import { setTimeout as sleep } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { products } from '../../server/contract/models.ts';
import type { Db } from '../../server/db/client.ts';
import { stemFileKinds } from '../../server/domain/file-links.ts';
import type { Services } from '../../server/operations/context.ts';
import { sweepDeletions } from '../../server/operations/jobs/run-deletions.ts';
import { splitPrefix, stemKey } from '../../server/storage/keys.ts';
import { type Flow, songHash } from './song-flow.ts';

export type Figures = Record<string, number>;

const open = { in: ['queued' as const, 'processing' as const] };

/** The database may be starting again at any moment. */
const patiently = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === 30) throw error;
      await sleep(500);
    }
  }
};

const openWork = async (db: Db): Promise<Figures> => ({
  splits: await db.split.count({ where: { status: open } }),
  items: await db.batchItem.count({ where: { status: open } }),
  batches: await db.batch.count({ where: { completedAt: null } }),
  events: await db.outboxEvent.count(),
  runs: await db.engineRun.count({ where: { status: 'running' } }),
  inbox: await db.engineEvent.count(),
});

export const waitForRest = async (db: Db, withinMs: number, say: (line: string) => void): Promise<void> => {
  let last = '';
  for (const end = Date.now() + withinMs; Date.now() < end; await sleep(1_000)) {
    const work = await patiently(() => openWork(db));
    if (Object.values(work).every((count) => count === 0)) return;
    const line = JSON.stringify(work);
    if (line !== last) say(`  still open: ${line}`);
    last = line;
  }
  throw new Error(`not at rest in time: ${last}`);
};

const checkSongs = async (db: Db, flow: Flow, faults: string[]): Promise<Figures> => {
  const splits = await db.split.findMany({ include: { stems: { include: { files: true } } } });
  const figures: Figures = { songs: splits.length };
  for (const split of splits) {
    const kind = split.status === 'failed' ? `failed_${split.reason}` : split.status;
    figures[kind] = (figures[kind] ?? 0) + 1;
    figures[`generation_${split.generation}`] = (figures[`generation_${split.generation}`] ?? 0) + 1;
    if (split.status === 'failed' && split.reason === null)
      faults.push(`${split.id} failed without a reason`);
    const wanted: readonly string[] = split.status === 'done' ? products[split.model].stems : [];
    const names = split.stems.map((stem) => stem.name);
    if (names.toSorted().join() !== wanted.toSorted().join())
      faults.push(`${split.id} (${split.status}) has the stems ${names.join()}`);
    for (const stem of split.stems)
      if (stem.files.length !== stemFileKinds.length)
        faults.push(`${split.id}/${stem.name} has ${stem.files.length} files`);
  }
  const known = new Set(splits.map(({ id }) => id));
  for (const id of flow.accepted)
    if (!known.has(id) && !flow.deleted.has(id)) faults.push(`${id} was accepted and is gone`);
  for (const id of flow.deleted) if (known.has(id)) faults.push(`${id} was deleted and is there`);
  return figures;
};

const checkCharges = async (db: Db, faults: string[]): Promise<Figures> => {
  const net = await db.$queryRaw<{ id: string; net: number; draws: number; status: string | null }[]>`
    SELECT l.split_id AS id, sum(l.delta)::int AS net, count(*) FILTER (WHERE l.delta > 0)::int AS draws,
      min(s.status::text) AS status
    FROM ledger_entries l LEFT JOIN splits s ON s.id = l.split_id GROUP BY l.split_id`;
  let charged = 0;
  for (const row of net) {
    charged += row.net;
    if (row.draws !== 1) faults.push(`${row.id} was charged ${row.draws} times`);
    // A song that was done and then deleted stays charged: it was made.
    const right = row.status === null ? [0, 1] : row.status === 'done' ? [1] : [0];
    if (!right.includes(row.net)) faults.push(`${row.id} (${row.status}) costs ${row.net}`);
  }
  const free = await db.split.count({ where: { id: { notIn: net.map(({ id }) => id) } } });
  if (free > 0) faults.push(`${free} songs were never charged`);
  const wrongItems = await db.$queryRaw<{ n: number }[]>`
    SELECT count(*)::int AS n FROM batch_items i JOIN splits s ON s.id = i.split_id
    WHERE i.status::text <> s.status::text`;
  if (wrongItems[0]?.n !== 0) faults.push(`${wrongItems[0]?.n} batch items differ from their songs`);
  return { charged };
};

/** From the event log, in the order it was written. */
const checkAtOnce = async (db: Db, faults: string[]): Promise<Figures> => {
  const events = await db.splitEvent.findMany({
    orderBy: { id: 'asc' },
    select: { splitId: true, status: true, split: { select: { accountId: true } } },
  });
  const running = new Map<string, Set<string>>();
  let atOnce = 0;
  for (const { splitId, status, split } of events) {
    const songs = running.get(split.accountId) ?? new Set();
    if (status === 'processing') songs.add(splitId);
    else songs.delete(splitId);
    running.set(split.accountId, songs);
    atOnce = Math.max(atOnce, songs.size);
  }
  if (atOnce > 2) faults.push(`${atOnce} songs of one account ran at once`);
  return { songs_of_an_account_at_once: atOnce };
};

const checkFiles = async (services: Services, flow: Flow, faults: string[]): Promise<Figures> => {
  const { db, storage } = services;
  // Late removals are due hours from now: they are done as if it were then.
  const later = new Date(Date.now() + 24 * 3_600_000);
  for (let rounds = 0; rounds < 20 && (await db.storageDeletion.count()) > 0; rounds += 1)
    await sweepDeletions(services, later);
  const left = await db.storageDeletion.count();
  if (left > 0) faults.push(`${left} removals do not succeed`);
  const wanted = new Map<string, number>();
  const done = await db.split.findMany({
    where: { status: 'done' },
    include: { stems: { include: { files: true } } },
  });
  for (const split of done)
    for (const stem of split.stems)
      for (const file of stem.files) wanted.set(stemKey(split.id, stem.name, file.kind), Number(file.bytes));
  let files = 0;
  for await (const key of storage.list('')) {
    files += 1;
    if (!wanted.has(key)) faults.push(`orphan: ${key}`);
  }
  for (const [key, bytes] of wanted)
    if ((await storage.head(key))?.bytes !== bytes) faults.push(`missing or wrong: ${key}`);
  for (const split of done) {
    const seed = flow.seeds.get(split.id);
    const stem = split.stems[0]?.name;
    if (seed === undefined || stem === undefined) continue;
    const file = await storage.get(stemKey(split.id, stem, 'mp3'));
    if (!file || !(await text(file.body)).includes(songHash(seed)))
      faults.push(`${splitPrefix(split.id)} holds the stems of another song`);
  }
  return { files };
};

export const checkEnd = async (
  services: Services,
  flow: Flow,
): Promise<{ figures: Figures; faults: string[] }> => {
  const faults = [...flow.faults];
  const { db } = services;
  const figures = {
    ...(await checkSongs(db, flow, faults)),
    ...(await checkCharges(db, faults)),
    ...(await checkAtOnce(db, faults)),
    ...(await checkFiles(services, flow, faults)),
  };
  return { figures, faults };
};
