// The reaper on a real database and real files: what was lost is found again, what is over is forgotten.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { newId } from '../../server/domain/ids.ts';
import { reap } from '../../server/operations/jobs/reap.ts';
import { claimNext } from '../../server/operations/splits/claim-next.ts';
import { settleSplit } from '../../server/operations/splits/settle-split.ts';
import { uploadKey } from '../../server/storage/keys.ts';
import { StorageUploadGone } from '../../server/storage/storage.ts';
import { createTestAccount, type TestAccount } from '../support/accounts.ts';
import { createJobServices, type JobServices } from '../support/job-services.ts';
import { startTestPostgres, type TestDatabase, type TestPostgres } from '../support/postgres.ts';
import { addQueuedSong } from '../support/queued-song.ts';

let postgres: TestPostgres;
let database: TestDatabase;
let jobs: JobServices;
let account: TestAccount;

before(async () => {
  postgres = await startTestPostgres();
});
after(() => postgres.stop());
beforeEach(async () => {
  database = await postgres.createDatabase();
  jobs = await createJobServices(database.url, []);
  account = await createTestAccount(jobs.services.db);
});
afterEach(async () => {
  await jobs.close();
  await database.drop();
});

const addSong = (accountId = account.id): Promise<string> => addQueuedSong(jobs.services, accountId);

describe('the reaper', () => {
  test('dispatches accounts whose dispatch was lost, and only those', async () => {
    await addSong();
    const other = await createTestAccount(jobs.services.db);
    await addSong(other.id);
    await claimNext(jobs.services, other.id);
    jobs.sent.length = 0;
    await reap(jobs.services);
    const dispatched = jobs.sent.flatMap((event) =>
      event.name === 'account/dispatch' ? [event.data.account_id] : [],
    );
    assert.deepEqual(dispatched, [account.id]);
  });

  test('forgets keys after a day, and events of songs that are over after a week', async () => {
    const { db } = jobs.services;
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    const [over, waiting] = [await addSong(), await addSong()];
    const failure = { reason: 'separation_failed', message: null } as const;
    await settleSplit(jobs.services, { splitId: over, generation: null, failure });
    await db.splitEvent.deleteMany();
    await db.splitEvent.createMany({
      data: [over, waiting].flatMap((splitId) =>
        [8 * 24, 6 * 24].map((hours) => ({
          splitId,
          status: 'queued' as const,
          progress: 0,
          createdAt: hoursAgo(hours),
        })),
      ),
    });
    await db.idempotencyKey.createMany({
      data: [23, 25].map((hours) => ({
        accountId: account.id,
        key: `key-of-${hours}-hours-ago`,
        createdAt: hoursAgo(hours),
      })),
    });
    await reap(jobs.services);
    const keys = await db.idempotencyKey.findMany();
    assert.deepEqual(
      keys.map(({ key }) => key),
      ['key-of-23-hours-ago'],
    );
    const events = await db.splitEvent.findMany({ orderBy: { id: 'asc' } });
    const days = (at: Date): number => Math.round((Date.now() - at.getTime()) / 86_400_000);
    assert.deepEqual(
      events.map(({ splitId, createdAt }) => [splitId, days(createdAt)]),
      [
        [over, 6],
        [waiting, 8],
        [waiting, 6],
      ],
    );
  });
});

/** An upload with its first of two parts in the store, as a browser leaves it that is closed in the middle. */
const addUpload = async (expiresAt: Date, splitId: string | null = null) => {
  const { db, storage } = jobs.services;
  const id = newId('up');
  const storageKey = uploadKey(id);
  const upload = await storage.createUpload(storageKey, { size: 15, partSize: 10, expiresInSeconds: 600 });
  const [part] = upload.parts;
  const sendPart = (): Promise<unknown> =>
    storage.door?.put(
      storageKey,
      new URL(part?.url ?? '').searchParams,
      Readable.from([Buffer.from('ten bytes!')]),
      { bytes: 10, md5: null },
    ) ?? assert.fail('no door');
  await sendPart();
  await db.upload.create({
    data: {
      id,
      accountId: account.id,
      filename: 'a.wav',
      size: 15n,
      model: 'vocals',
      partCount: 2,
      tokenHash: randomUUID(),
      storageKey,
      storageId: upload.id,
      splitId,
      expiresAt,
    },
  });
  return { id, storageId: upload.id, storageKey, sendPart };
};

const storedFiles = async (): Promise<string[]> => {
  const folder = path.join(jobs.services.env.DATA_DIR, 'storage');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
};

const expired = (): Date => new Date(Date.now() - 2 * 3_600_000);

describe('an abandoned upload', () => {
  test('goes an hour after its end with every part in the store, and takes none afterwards', async () => {
    const { db } = jobs.services;
    const abandoned = await addUpload(expired());
    const open = await addUpload(new Date(Date.now() - 60_000));
    assert.ok((await storedFiles()).includes(`parts/${abandoned.storageId}/1`));
    assert.equal((await reap(jobs.services))['uploads'], 1);
    const files = await storedFiles();
    assert.deepEqual(files.toSorted(), [`parts/${open.storageId}/1`, `parts/${open.storageId}/plan.json`]);
    assert.deepEqual(
      (await db.upload.findMany()).map(({ id }) => id),
      [open.id],
    );
    await assert.rejects(abandoned.sendPart(), StorageUploadGone);
    assert.deepEqual((await storedFiles()).toSorted(), files.toSorted());
  });

  test('whose completion died after it had made the song leaves the song its file', async () => {
    const { db, storage } = jobs.services;
    const song = await addSong();
    const upload = await addUpload(expired(), song);
    await storage.put(upload.storageKey, Readable.from(['a song']), {
      contentType: 'audio/wav',
      maxBytes: 10,
    });
    await db.split.update({ where: { id: song }, data: { sourceKey: upload.storageKey } });
    await reap(jobs.services);
    assert.equal(await db.upload.count(), 0);
    assert.equal((await storage.head(upload.storageKey))?.bytes, 6);
  });
});
