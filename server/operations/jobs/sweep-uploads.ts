// Removes uploads that were not completed in time, and what is left of those that were.
import type { Upload } from '../../db/generated/client.ts';
import type { Services } from '../context.ts';
import { runDeletions } from './run-deletions.ts';
import { doomedUpload, writeDeletions } from './write-deletion.ts';

const sweptAtOnce = 100;
/** A completion may still be on its way when the upload expires. */
const graceMs = 3_600_000;
/** So long the same token answers with the same song. */
const keptAfterCompletionMs = 24 * 3_600_000;

const removeUpload = (services: Services, upload: Upload): Promise<string[]> =>
  services.db.$transaction(async (tx) => {
    const { count } = await tx.upload.deleteMany({ where: { id: upload.id, completedAt: null } });
    // A completion that died after it had made the song: the file is the song's now.
    const songs = upload.splitId === null ? 0 : await tx.split.count({ where: { id: upload.splitId } });
    return count === 0 || songs > 0 ? [] : writeDeletions(tx, [doomedUpload(upload)]);
  });

const sweepAbandoned = async (services: Services, now: Date): Promise<number> => {
  const uploads = await services.db.upload.findMany({
    where: { completedAt: null, expiresAt: { lt: new Date(now.getTime() - graceMs) } },
    take: sweptAtOnce,
  });
  for (const upload of uploads) await runDeletions(services, await removeUpload(services, upload), now);
  return uploads.length;
};

export const sweepUploads = async (services: Services, now: Date): Promise<number> => {
  const swept = await sweepAbandoned(services, now);
  await services.db.upload.deleteMany({
    where: { completedAt: { lt: new Date(now.getTime() - keptAfterCompletionMs) }, expiresAt: { lt: now } },
  });
  return swept;
};
