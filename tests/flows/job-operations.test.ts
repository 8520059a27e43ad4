// The operations behind the job functions, on a real database: claims, reports, settlements, lost workers.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../../server/domain/ids.ts';
import { reap } from '../../server/operations/jobs/reap.ts';
import { receiveCallback } from '../../server/operations/jobs/receive-callback.ts';
import { runDeletions } from '../../server/operations/jobs/run-deletions.ts';
import { sendOutbox, sweepOutbox } from '../../server/operations/jobs/send-outbox.ts';
import { tellRoom } from '../../server/operations/jobs/tell-room.ts';
import { writeDeletions } from '../../server/operations/jobs/write-deletion.ts';
import { dispatchEvent, writeOutbox } from '../../server/operations/jobs/write-outbox.ts';
import { acceptReport } from '../../server/operations/splits/accept-report.ts';
import { beginSplit } from '../../server/operations/splits/begin-split.ts';
import { claimNext } from '../../server/operations/splits/claim-next.ts';
import { pollSplit } from '../../server/operations/splits/poll-split.ts';
import { requeueSplit } from '../../server/operations/splits/requeue-split.ts';
import { settleSplit } from '../../server/operations/splits/settle-split.ts';
import { submitAgain } from '../../server/operations/splits/submit-split.ts';
import type { JobReport } from '../../server/separation/workers.ts';
import { splitPrefix, stemKey } from '../../server/storage/keys.ts';
import { signBody } from '../../workers/contract/signature.ts';
import { createTestAccount, type TestAccount } from '../support/accounts.ts';
import { eventually as until } from '../support/job-desk.ts';
import { createJobServices, type JobServices, workerSecret } from '../support/job-services.ts';
import { startTestPostgres, type TestDatabase, type TestPostgres } from '../support/postgres.ts';
import { addQueuedSong } from '../support/queued-song.ts';
import { startStubWorker, type StubWorker } from '../support/stub-worker.ts';

let postgres: TestPostgres;
let database: TestDatabase;
let jobs: JobServices;
let workers: StubWorker[];
let account: TestAccount;

before(async () => {
  postgres = await startTestPostgres();
});
after(() => postgres.stop());
beforeEach(async () => {
  database = await postgres.createDatabase();
  const stub = () =>
    startStubWorker({ secret: workerSecret, capacity: 1, maxWaiting: 1, workMs: () => 60_000 });
  workers = [await stub(), await stub()];
  jobs = await createJobServices(
    database.url,
    workers.map(({ url }) => url),
  );
  account = await createTestAccount(jobs.services.db);
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await jobs.close();
  await database.drop();
});

const addSong = (accountId = account.id, charged?: 'credit'): Promise<string> =>
  addQueuedSong(jobs.services, accountId, charged);

const rowOf = (id: string) => jobs.services.db.split.findUniqueOrThrow({ where: { id } });
const netOf = async (id: string): Promise<number> => {
  const sum = await jobs.services.db.ledgerEntry.aggregate({ where: { splitId: id }, _sum: { delta: true } });
  return sum._sum.delta ?? 0;
};
const report = (id: string, changes: Partial<JobReport>): JobReport => ({
  job_id: id,
  generation: 1,
  sequence: 1,
  state: 'processing',
  progress: 0,
  eta_seconds: null,
  result: null,
  failure: null,
  ...changes,
});

describe('claims', () => {
  test('twenty at once start two songs of an account, the oldest', async () => {
    const ids = [await addSong(), await addSong(), await addSong(), await addSong()];
    await Promise.all(Array.from({ length: 20 }, () => claimNext(jobs.services, account.id)));
    const rows = await Promise.all(ids.map(rowOf));
    assert.deepEqual(
      rows.map(({ status }) => status),
      ['processing', 'processing', 'queued', 'queued'],
    );
    const starts = new Set(jobs.sent.filter(({ name }) => name === 'split/start').map(({ id }) => id));
    assert.deepEqual(starts, new Set(ids.slice(0, 2).map((id) => `start-${id}-1`)));
  });

  test('whose event cannot be sent keep it until it can', async () => {
    const id = await addSong();
    jobs.queueAway(true);
    await assert.rejects(claimNext(jobs.services, account.id));
    assert.equal((await rowOf(id)).status, 'processing');
    jobs.queueAway(false);
    await sweepOutbox(jobs.services, new Date(Date.now() + 60_000));
    assert.deepEqual(
      jobs.sent.map((event) => event.id),
      [`start-${id}-1`],
    );
    assert.equal(await jobs.services.db.outboxEvent.count(), 0);
  });
});

describe('reports', () => {
  test('never move progress back, and those of another generation change nothing', async () => {
    const id = await addSong();
    await claimNext(jobs.services, account.id);
    assert.equal(await acceptReport(jobs.services, report(id, { sequence: 3, progress: 40 })), 'running');
    await acceptReport(jobs.services, report(id, { sequence: 2, progress: 90 }));
    await acceptReport(jobs.services, report(id, { sequence: 4, progress: 30 }));
    await acceptReport(jobs.services, report(id, { sequence: 5, progress: 100 }));
    assert.equal(await acceptReport(jobs.services, report(id, { generation: 2, sequence: 9 })), 'gone');
    assert.equal((await rowOf(id)).progress, 99);
    const events = await jobs.services.db.splitEvent.findMany({
      where: { splitId: id },
      orderBy: { id: 'asc' },
    });
    assert.deepEqual(
      events.map(({ progress }) => progress),
      [0, 40, 99],
    );
  });

  test('are heard only when they are signed', async () => {
    const id = await addSong();
    await claimNext(jobs.services, account.id);
    const body = JSON.stringify(report(id, { progress: 20 }));
    assert.equal(await receiveCallback(jobs.services, body, null), 'unsigned');
    assert.equal(await receiveCallback(jobs.services, body, signBody('another secret', body)), 'unsigned');
    assert.equal(await receiveCallback(jobs.services, '{}', signBody(workerSecret, '{}')), 'unreadable');
    assert.equal((await rowOf(id)).progress, 0);
    assert.equal(await receiveCallback(jobs.services, body, signBody(workerSecret, body)), 'running');
    assert.equal((await rowOf(id)).progress, 20);
  });

  test('of a result that storage does not hold are not believed', async () => {
    const id = await addSong();
    await claimNext(jobs.services, account.id);
    const result = {
      duration_seconds: 1,
      sample_count: 44_100,
      engine: 'x@1',
      stems: [],
      analysis: {
        tempo_bpm: null,
        tempo_confidence: 0,
        beats: [],
        first_downbeat: null,
        beats_per_bar: null,
        key: null,
        key_confidence: 0,
      },
    };
    await acceptReport(jobs.services, report(id, { state: 'done', result }));
    const row = await rowOf(id);
    assert.deepEqual([row.status, row.generation], ['processing', 2]);
  });
});

describe('a failure', () => {
  test('told twenty times at once gives the charge back once and ends the song once', async () => {
    const id = await addSong();
    await claimNext(jobs.services, account.id);
    const failure = { reason: 'separation_failed', message: null } as const;
    const told = await Promise.all(
      Array.from({ length: 20 }, () => settleSplit(jobs.services, { splitId: id, generation: 1, failure })),
    );
    assert.equal(told.filter(Boolean).length, 1);
    assert.equal(await netOf(id), 0);
    assert.equal((await rowOf(id)).reason, 'separation_failed');
    const ends = await jobs.services.db.splitEvent.count({ where: { splitId: id, status: 'failed' } });
    assert.equal(ends, 1);
  });

  test('of a song paid with a credit gives the credit back', async () => {
    const { db } = jobs.services;
    const owner = await createTestAccount(db, { credits: 3 });
    const id = await addSong(owner.id, 'credit');
    await db.account.update({ where: { id: owner.id }, data: { credits: 2 } });
    await claimNext(jobs.services, owner.id);
    const failure = { reason: 'unsupported_audio', message: null } as const;
    await settleSplit(jobs.services, { splitId: id, generation: null, failure });
    assert.equal((await db.account.findUniqueOrThrow({ where: { id: owner.id } })).credits, 3);
    const sum = await db.ledgerEntry.aggregate({ where: { accountId: owner.id }, _sum: { delta: true } });
    assert.equal(sum._sum.delta, 3);
  });
});

describe('a worker that dies', () => {
  test('loses its song to another, and the third loss ends the song with its charge back', async () => {
    const { db } = jobs.services;
    const id = await addSong();
    await claimNext(jobs.services, account.id);
    assert.deepEqual(await beginSplit(jobs.services, { splitId: id, generation: 1 }), { state: 'accepted' });
    const first = (await rowOf(id)).workerUrl;
    await workers.find(({ url }) => url === first)?.stop();
    assert.equal(await pollSplit(jobs.services, { splitId: id, generation: 1 }), 'away');
    await requeueSplit(jobs.services, { splitId: id, generation: 1, why: 'test' });
    assert.deepEqual(await beginSplit(jobs.services, { splitId: id, generation: 1 }), { state: 'gone' });
    assert.deepEqual(await beginSplit(jobs.services, { splitId: id, generation: 2 }), { state: 'accepted' });
    assert.notEqual((await rowOf(id)).workerUrl, first);
    await requeueSplit(jobs.services, { splitId: id, generation: 2, why: 'test' });
    await requeueSplit(jobs.services, { splitId: id, generation: 2, why: 'late twin' });
    assert.equal((await rowOf(id)).generation, 3);
    await requeueSplit(jobs.services, { splitId: id, generation: 3, why: 'test' });
    const row = await db.split.findUniqueOrThrow({ where: { id } });
    assert.deepEqual([row.status, row.reason], ['failed', 'interrupted']);
    assert.equal(await netOf(id), 0);
  });

  test('is noticed by the reaper when nobody else does', async () => {
    const { db } = jobs.services;
    const id = await addSong();
    await claimNext(jobs.services, account.id);
    await db.split.update({ where: { id }, data: { heartbeatAt: new Date(Date.now() - 600_000) } });
    const done = await reap(jobs.services);
    assert.equal(done['silent'], 1);
    assert.equal((await rowOf(id)).generation, 2);
    assert.equal((await reap(jobs.services))['silent'], 0);
  });

  test('that is only silent keeps its song', async () => {
    const { db } = jobs.services;
    const id = await addSong();
    await claimNext(jobs.services, account.id);
    await beginSplit(jobs.services, { splitId: id, generation: 1 });
    await db.split.update({ where: { id }, data: { heartbeatAt: new Date(Date.now() - 600_000) } });
    assert.equal((await reap(jobs.services))['silent'], 0);
    assert.equal((await rowOf(id)).generation, 1);
  });
});

describe('room', () => {
  /** One song of an account of its own, already begun: every place of the two workers can be taken. */
  const beginOne = async () => {
    const owner = await createTestAccount(jobs.services.db);
    const id = await addSong(owner.id);
    await claimNext(jobs.services, owner.id);
    return {
      work: { splitId: id, generation: 1 },
      first: await beginSplit(jobs.services, { splitId: id, generation: 1 }),
    };
  };
  const told = () => jobs.sent.flatMap((event) => (event.name === 'split/room' ? [event.data.split_id] : []));

  test('is told to the oldest that wait, one song a place, and who comes later does not pass them', async () => {
    const placed = [await beginOne(), await beginOne(), await beginOne(), await beginOne()];
    assert.deepEqual(
      placed.map(({ first }) => first),
      Array(4).fill({ state: 'accepted' }),
    );
    const [fifth, sixth] = [await beginOne(), await beginOne()];
    assert.deepEqual(fifth.first, { state: 'full', ahead: 0 });
    assert.deepEqual(sixth.first, { state: 'full', ahead: 1 });
    await tellRoom(jobs.services);
    assert.deepEqual(told(), []);

    const failure = { reason: 'separation_failed', message: null } as const;
    await settleSplit(jobs.services, { splitId: placed[0]?.work.splitId ?? '', generation: 1, failure });
    await until('the fifth is told', () => told().includes(fifth.work.splitId));
    assert.deepEqual(await submitAgain(jobs.services, sixth.work), { state: 'full', ahead: 1 });
    await until(
      'the fifth has its place',
      async () => (await submitAgain(jobs.services, fifth.work)).state === 'accepted',
    );
    assert.ok(!told().includes(sixth.work.splitId));
  });

  test('is not kept for a song whose run has gone silent', async () => {
    for (let n = 0; n < 4; n += 1) await beginOne();
    const [silent, next] = [await beginOne(), await beginOne()];
    await jobs.services.db.split.update({
      where: { id: silent.work.splitId },
      data: { heartbeatAt: new Date(Date.now() - 600_000) },
    });
    assert.deepEqual(await submitAgain(jobs.services, next.work), { state: 'full', ahead: 0 });
  });
});

describe('doomed files', () => {
  test('are removed again after the worker can write no more', async () => {
    const { db, storage } = jobs.services;
    const id = newId('split');
    const put = () =>
      storage.put(stemKey(id, 'vocals', 'mp3'), Readable.from(['late']), {
        contentType: 'audio/mpeg',
        maxBytes: 10,
      });
    const doomed = { prefix: splitPrefix(id), workerUrl: workers[0]?.url ?? '', jobId: id };
    const ids = await db.$transaction((tx) => writeDeletions(tx, [doomed]));
    await put();
    await runDeletions(jobs.services, ids);
    assert.equal(await storage.head(stemKey(id, 'vocals', 'mp3')), null);
    assert.equal(await db.storageDeletion.count(), 1);
    await put();
    const later = new Date(Date.now() + 24 * 3_600_000);
    await runDeletions(jobs.services, ids, later);
    assert.equal(await storage.head(stemKey(id, 'vocals', 'mp3')), null);
    assert.equal(await db.storageDeletion.count(), 0);
  });

  test('wait when their worker or the storage is away', async () => {
    const { db } = jobs.services;
    await workers[0]?.stop();
    const doomed = { prefix: splitPrefix('split_x'), workerUrl: workers[0]?.url ?? '', jobId: 'split_x' };
    const ids = await db.$transaction((tx) => writeDeletions(tx, [doomed]));
    assert.equal(await runDeletions(jobs.services, ids), 0);
    const row = await db.storageDeletion.findFirstOrThrow();
    assert.equal(row.attempts, 1);
    assert.ok(row.notBefore > new Date());
  });
});

describe('the outbox', () => {
  test('sends what is written, once it is committed, and forgets it', async () => {
    const { db } = jobs.services;
    const ids = await db.$transaction((tx) => writeOutbox(tx, [dispatchEvent(account.id)]));
    await Promise.all([sendOutbox(jobs.services, ids), sleep(1)]);
    assert.equal(jobs.sent.length, 1);
    assert.equal(await db.outboxEvent.count(), 0);
  });
});
