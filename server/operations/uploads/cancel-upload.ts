// Gives an unfinished upload up: its place among the open ones is free again, and its parts go.
import { hashSecret, secretKindOf } from '../../domain/secrets.ts';
import type { Context } from '../context.ts';
import { accountOf } from '../guard.ts';
import { runDeletions } from '../jobs/run-deletions.ts';
import { doomedUpload, writeDeletions } from '../jobs/write-deletion.ts';

/** An upload that became a song, or is gone already, is left as it is: there is nothing to give up. */
export const cancelUpload = async (
  ctx: Context,
  input: { uploadToken: string },
): Promise<{ cancelled: boolean }> => {
  const { services } = ctx;
  const { db } = services;
  if (secretKindOf(input.uploadToken) !== 'uploadToken') return { cancelled: false };
  const upload = await db.upload.findFirst({
    where: { tokenHash: hashSecret(input.uploadToken), accountId: accountOf(ctx), completedAt: null },
  });
  if (!upload) return { cancelled: false };
  if (upload.splitId && (await db.split.findUnique({ where: { id: upload.splitId }, select: { id: true } })))
    return { cancelled: false };
  const deletionIds = await db.$transaction(async (tx) => {
    const { count } = await tx.upload.deleteMany({ where: { id: upload.id, completedAt: null } });
    return count === 0 ? [] : writeDeletions(tx, [doomedUpload(upload)]);
  });
  await runDeletions(services, deletionIds);
  return { cancelled: true };
};
