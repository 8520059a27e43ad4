// Notes files (and work) of a song that must go, in the transaction that ends or removes the song.
import type { DbTransaction } from '../../db/client.ts';
import type { Upload } from '../../db/generated/client.ts';
import { newId } from '../../domain/ids.ts';
import { uploadPrefix } from '../../storage/keys.ts';

export type Doomed = {
  /** A folder ending in `/` with all below it, or one file's key. */
  prefix: string;
  /** The worker that may still be at it, and the name it knows the work by. */
  workerUrl?: string | null;
  jobId?: string | null;
  /** An upload to a file below the prefix that may be unfinished. */
  upload?: Pick<Upload, 'storageId' | 'storageKey'>;
};

export const doomedUpload = (upload: Pick<Upload, 'id' | 'storageId' | 'storageKey'>): Doomed => ({
  prefix: uploadPrefix(upload.id),
  upload,
});

/** Removal itself: runDeletions right after the commit, then `reap` until it succeeds. */
export const writeDeletions = async (tx: DbTransaction, doomed: readonly Doomed[]): Promise<string[]> => {
  const rows = doomed.map(({ prefix, workerUrl, jobId, upload }) => ({
    id: newId('del'),
    prefix,
    workerUrl: workerUrl ?? null,
    jobId: jobId ?? null,
    uploadId: upload?.storageId ?? null,
    uploadKey: upload?.storageKey ?? null,
  }));
  await tx.storageDeletion.createMany({ data: rows });
  return rows.map(({ id }) => id);
};
