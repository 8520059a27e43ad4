// Ends doomed work at its worker and removes its files, again and again until nothing can come after.
import { hourSeconds, limits } from '../../contract/limits.ts';
import type { Prisma, StorageDeletion } from '../../db/generated/client.ts';
import { splitPrefix } from '../../storage/keys.ts';
import type { Services } from '../context.ts';
import { outputLinkSeconds } from './link-times.ts';

type DeletionServices = Pick<Services, 'db' | 'storage' | 'workers' | 'log'>;

const doneAtOnce = 100;
const retrySeconds = 30;
const retrySecondsMax = 3600;
const marginSeconds = 60;

const seconds = (count: number): number => count * 1000;

/** When the addresses that a worker or an uploader was given have expired, nothing can be written any more. */
const lastWriteMs = ({ createdAt, jobId, uploadId }: StorageDeletion): number => {
  const byWorker = jobId === null ? 0 : outputLinkSeconds + marginSeconds;
  const byUploader = uploadId === null ? 0 : limits.uploadHours * hourSeconds;
  return createdAt.getTime() + seconds(Math.max(byWorker, byUploader));
};

const remove = async (services: DeletionServices, row: StorageDeletion): Promise<void> => {
  if (row.workerUrl !== null && row.jobId !== null) await services.workers.cancel(row.workerUrl, row.jobId);
  if (row.uploadId !== null && row.uploadKey !== null)
    await services.storage.abortUpload(row.uploadId, row.uploadKey);
  if (row.prefix.endsWith('/')) await services.storage.deletePrefix(row.prefix);
  else await services.storage.delete(row.prefix);
};

const runOne = async (services: DeletionServices, row: StorageDeletion, now: Date): Promise<boolean> => {
  try {
    await remove(services, row);
  } catch (error) {
    services.log.warn('deletion_delayed', { deletionId: row.id, attempts: row.attempts + 1, error });
    const wait = Math.min(retrySecondsMax, retrySeconds * 2 ** Math.min(row.attempts, 10));
    await services.db.storageDeletion.updateMany({
      where: { id: row.id },
      data: { attempts: { increment: 1 }, notBefore: new Date(now.getTime() + seconds(wait)) },
    });
    return false;
  }
  if (now.getTime() >= lastWriteMs(row)) {
    await services.db.storageDeletion.deleteMany({ where: { id: row.id } });
  } else {
    await services.db.storageDeletion.updateMany({
      where: { id: row.id },
      // The work is ended; only late files are left to wait for.
      data: { notBefore: new Date(lastWriteMs(row)), workerUrl: null, attempts: 0 },
    });
  }
  return true;
};

const run = async (
  services: DeletionServices,
  where: Prisma.StorageDeletionWhereInput,
  now: Date,
): Promise<number> => {
  const rows = await services.db.storageDeletion.findMany({
    where,
    orderBy: { notBefore: 'asc' },
    take: doneAtOnce,
  });
  let done = 0;
  for (const row of rows) if (await runOne(services, row, now)) done += 1;
  return done;
};

export const runDeletions = (
  services: DeletionServices,
  ids: readonly string[],
  now: Date = new Date(),
): Promise<number> => (ids.length === 0 ? Promise.resolve(0) : run(services, { id: { in: [...ids] } }, now));

/** For requests: the answer does not wait for storage. */
export const runDeletionsSoon = (
  services: DeletionServices,
  ids: readonly string[],
  andThen: () => void,
): void => {
  runDeletions(services, ids)
    .catch((error: unknown) => {
      services.log.warn('deletions_kept', { deletions: ids.length, error });
    })
    .finally(andThen);
};

export const sweepDeletions = (services: DeletionServices, now: Date): Promise<number> =>
  run(services, { notBefore: { lte: now } }, now);

export const runDeletionsOfSplit = (
  services: DeletionServices,
  splitId: string,
  now: Date = new Date(),
): Promise<number> => run(services, { prefix: splitPrefix(splitId) }, now);
