// Removes uploads that were not completed in time, and what is left of those that were.
import { uploadPrefix } from '../../storage/keys.ts';
import type { Services } from '../context.ts';
import { runDeletions } from './run-deletions.ts';
import { writeDeletions } from './write-deletion.ts';

const sweptAtOnce = 100;
/** A completion may still be on its way when the upload expires. */
const graceMs = 3_600_000;
/** So long the same token answers with the same song. */
const keptAfterCompletionMs = 24 * 3_600_000;

const sweepAbandoned = async (services: Services, now: Date): Promise<number> => {
  const { db, storage, log } = services;
  const before = new Date(now.getTime() - graceMs);
  const uploads = await db.upload.findMany({
    where: { completedAt: null, expiresAt: { lt: before } },
    take: sweptAtOnce,
  });
  let swept = 0;
  for (const upload of uploads) {
    try {
      await storage.abortUpload(upload.storageId, upload.storageKey);
    } catch (error) {
      log.warn('upload_kept', { uploadId: upload.id, error });
      continue;
    }
    const ids = await db.$transaction(async (tx) => {
      const { count } = await tx.upload.deleteMany({ where: { id: upload.id, completedAt: null } });
      return count === 0 ? [] : writeDeletions(tx, [{ prefix: uploadPrefix(upload.id) }]);
    });
    await runDeletions(services, ids, now);
    swept += 1;
  }
  return swept;
};

export const sweepUploads = async (services: Services, now: Date): Promise<number> => {
  const swept = await sweepAbandoned(services, now);
  await services.db.upload.deleteMany({
    where: { completedAt: { lt: new Date(now.getTime() - keptAfterCompletionMs) }, expiresAt: { lt: now } },
  });
  return swept;
};
