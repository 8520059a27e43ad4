// Completes a direct upload and starts its split; the same token always leads to the same split.
import type { SplitWire } from '../../contract/split.ts';
import type { CompleteUploadBody } from '../../contract/upload.ts';
import type { Upload } from '../../db/generated/client.ts';
import { newId } from '../../domain/ids.ts';
import { hashSecret, secretKindOf } from '../../domain/secrets.ts';
import { type PartProblem, UploadPartRefused } from '../../storage/storage.ts';
import { AppError } from '../app-error.ts';
import type { Context } from '../context.ts';
import { accountOf } from '../guard.ts';
import { createSplit } from '../splits/create-split.ts';
import { getSplit } from '../splits/get-split.ts';

const sentences: Readonly<Record<PartProblem, string>> = {
  missing: 'was not uploaded. PUT it to its address, then complete again',
  mismatch: 'has another ETag than the one stored. Upload it again, or send the ETag that its PUT answered',
  unknown: 'is not a part of this upload',
  duplicate: 'is named twice',
  wrong_size: 'has not the size it must have. Upload it again',
};

const partError = (n: number, problem: PartProblem, index: number): AppError =>
  new AppError('validation_failed', {
    detail: [
      {
        loc: index < 0 ? ['body', 'parts'] : ['body', 'parts', index],
        msg: `Part ${n} ${sentences[problem]}`,
        type: `part_${problem}`,
        ctx: { n },
      },
    ],
  });

/** What can be told without storage: every part once and no other. */
const checkParts = (upload: Upload, parts: CompleteUploadBody['parts']): void => {
  const seen = new Set<number>();
  for (const [index, { n }] of parts.entries()) {
    if (n > upload.partCount) throw partError(n, 'unknown', index);
    if (seen.has(n)) throw partError(n, 'duplicate', index);
    seen.add(n);
  }
  for (let n = 1; n <= upload.partCount; n += 1) if (!seen.has(n)) throw partError(n, 'missing', -1);
};

const findUpload = async (ctx: Context, token: string): Promise<Upload> => {
  const upload =
    secretKindOf(token) === 'uploadToken'
      ? await ctx.services.db.upload.findFirst({
          where: { tokenHash: hashSecret(token), accountId: accountOf(ctx) },
        })
      : null;
  if (!upload) throw new AppError('not_found', { message: 'No upload has this token. Start a new one.' });
  return upload;
};

const joinParts = async (ctx: Context, upload: Upload, input: CompleteUploadBody): Promise<number> => {
  try {
    const { bytes } = await ctx.services.storage.completeUpload(
      upload.storageId,
      upload.storageKey,
      input.parts,
    );
    return bytes;
  } catch (error) {
    if (!(error instanceof UploadPartRefused)) throw error;
    throw partError(
      error.n,
      error.problem,
      input.parts.findIndex(({ n }) => n === error.n),
    );
  }
};

/** Chooses the split's id once, so that parallel completions reserve the same one and the database keeps one. */
const claimSplitId = async (ctx: Context, upload: Upload): Promise<string> => {
  const { db } = ctx.services;
  await db.upload.updateMany({ where: { id: upload.id, splitId: null }, data: { splitId: newId('split') } });
  const row = await db.upload.findUniqueOrThrow({ where: { id: upload.id }, select: { splitId: true } });
  return row.splitId ?? '';
};

export const completeUpload = async (ctx: Context, input: CompleteUploadBody): Promise<SplitWire> => {
  const { db } = ctx.services;
  const upload = await findUpload(ctx, input.upload_token);
  if (upload.completedAt && upload.splitId) return getSplit(ctx, { splitId: upload.splitId });
  if (upload.expiresAt <= new Date()) throw new AppError('upload_expired');
  checkParts(upload, input.parts);
  const bytes = await joinParts(ctx, upload, input);
  const { split } = await createSplit(ctx, {
    source: {
      key: upload.storageKey,
      bytes,
      filename: input.filename,
      splitId: await claimSplitId(ctx, upload),
    },
    model: input.model,
    name: input.name ?? null,
    idempotencyKey: `upload-${upload.id}`,
  });
  await db.upload.updateMany({ where: { id: upload.id }, data: { completedAt: new Date() } });
  return split;
};
