// Starts a direct upload: one presigned address per 10 MiB part, and a token that completes it.
import { limits } from '../../contract/limits.ts';
import type { StartedUpload, StartUploadBody } from '../../contract/upload.ts';
import { newId } from '../../domain/ids.ts';
import { hashSecret, newSecret } from '../../domain/secrets.ts';
import { uploadKey } from '../../storage/keys.ts';
import { AppError } from '../app-error.ts';
import type { Context } from '../context.ts';
import { accountOf } from '../guard.ts';

const openUploadsAtOnce = 20;

export const startUpload = async (ctx: Context, input: StartUploadBody): Promise<StartedUpload> => {
  const accountId = accountOf(ctx);
  const { db, storage } = ctx.services;
  if (input.size > limits.directUploadBytes) {
    throw new AppError('file_too_large', {
      message: `A direct upload may be ${limits.directUploadBytes} bytes at most. Send a shorter or compressed version.`,
    });
  }
  const open = await db.upload.count({
    where: { accountId, completedAt: null, expiresAt: { gt: new Date() } },
  });
  if (open >= openUploadsAtOnce) {
    throw new AppError('rate_limited', {
      message: `${openUploadsAtOnce} uploads are open. Complete them, or wait until they expire.`,
      retryAfterSeconds: 3600,
    });
  }
  const id = newId('up');
  const token = newSecret('uploadToken');
  const storageKey = uploadKey(id);
  const expiresAt = new Date(Date.now() + limits.uploadHours * 3_600_000);
  const upload = await storage.createUpload(storageKey, {
    size: input.size,
    partSize: limits.uploadPartBytes,
    expiresInSeconds: limits.uploadHours * 3600,
  });
  await db.upload.create({
    data: {
      id,
      accountId,
      tokenHash: hashSecret(token),
      filename: input.filename,
      size: BigInt(input.size),
      model: input.model,
      storageKey,
      storageId: upload.id,
      partCount: upload.parts.length,
      expiresAt,
    },
  });
  return {
    upload_token: token,
    part_size: limits.uploadPartBytes,
    parts: upload.parts,
    expires_at: expiresAt.toISOString(),
  };
};
