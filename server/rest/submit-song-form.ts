// POST /splits with a file: streams the form to storage, then starts the split as the JSON form does.
import { operationTable } from '../contract/operation-table.ts';
import { newSplitId } from '../operations/new-request-id.ts';
import { AppError } from '../operations/app-error.ts';
import type { Context } from '../operations/context.ts';
import { forgetSource, noteSource } from '../operations/files/source-intent.ts';
import { createSplit } from '../operations/splits/create-split.ts';
import { acceptedHeaders, type Answer } from './handlers.ts';
import { parsePlace } from './parse-input.ts';
import { readSongForm } from './read-song-form.ts';

export const isSongForm = (request: Request): boolean =>
  /^multipart\/form-data\s*;/i.test(request.headers.get('content-type') ?? '');

const headerOf = (request: Request) => {
  const parsed = parsePlace('header', operationTable.createSplit.headers, {
    'idempotency-key': request.headers.get('idempotency-key') ?? undefined,
  });
  if (parsed.issues.length > 0) throw new AppError('validation_failed', { detail: parsed.issues });
  return (parsed.value as { 'idempotency-key'?: string })['idempotency-key'] ?? null;
};

export const submitSongForm = async (ctx: Context, request: Request): Promise<Answer> => {
  const idempotencyKey = headerOf(request);
  const splitId = newSplitId();
  await noteSource(ctx.services, splitId);
  const { fields, file } = await readSongForm(request, ctx.services, splitId).catch(
    async (error: unknown) => {
      if (error instanceof AppError) await forgetSource(ctx.services.db, splitId);
      throw error;
    },
  );
  // The note goes last: until then a file that could not be removed is removed later.
  const drop = async () => {
    if (file) await ctx.services.storage.delete(file.key);
    await forgetSource(ctx.services.db, splitId);
  };
  try {
    const { issues, value } = parsePlace('body', operationTable.createSplit.form, {
      ...fields,
      ...(file ? { file: file.filename } : {}),
    });
    if (issues.length > 0 || !file) throw new AppError('validation_failed', { detail: issues });
    const form = value as { model: 'vocals' | 'fast' | 'full'; name?: string };
    const { split, replayed } = await createSplit(ctx, {
      source: { key: file.key, bytes: file.bytes, filename: file.filename, splitId },
      model: form.model,
      name: form.name ?? null,
      idempotencyKey,
    });
    if (replayed) await drop();
    return { body: split, headers: acceptedHeaders(`/api/v1/splits/${split.id}`, replayed) };
  } catch (error) {
    // Anything but a refusal may have come after the commit: then the song exists and needs its file.
    if (error instanceof AppError) await drop();
    throw error;
  }
};
