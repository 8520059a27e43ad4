// Starts a split of one song: reserves it, or finds the one the same idempotency key started.
import { limits } from '../../contract/limits.ts';
import type { ModelId } from '../../contract/models.ts';
import type { SplitWire } from '../../contract/split.ts';
import type { DbTransaction } from '../../db/client.ts';
import { newId } from '../../domain/ids.ts';
import { nameFromFile, nameFromUrl, untitled } from '../../domain/song-name.ts';
import { planOf } from '../account/plan-of.ts';
import { AppError } from '../app-error.ts';
import type { Context } from '../context.ts';
import { accountOf } from '../guard.ts';
import { forgetSource } from '../files/source-intent.ts';
import { sendOutboxSoon } from '../jobs/send-outbox.ts';
import { dispatchEvent, writeOutbox } from '../jobs/write-outbox.ts';
import { presentSplit, withStems } from './present-split.ts';
import { lockAccount, reserveSplit, type SplitSource } from './reserve-split.ts';

export type CreateSplitInput = {
  source: { audioUrl: string } | { key: string; bytes: number; filename: string; splitId: string };
  model: ModelId;
  name: string | null;
  idempotencyKey: string | null;
};
export type CreatedSplit = { split: SplitWire; replayed: boolean };

const urlRefusal = (sentence: string, audioUrl: string): AppError =>
  new AppError('validation_failed', {
    detail: [{ loc: ['body', 'audio_url'], msg: sentence, type: 'url_not_public', input: audioUrl }],
  });

const sourceOf = (ctx: Context, input: CreateSplitInput): { source: SplitSource; guess: string | null } => {
  if ('audioUrl' in input.source) {
    const { audioUrl } = input.source;
    const refusal = ctx.services.ingest.refusalOf(audioUrl);
    if (refusal) throw urlRefusal(refusal, audioUrl);
    return { source: { kind: 'url', url: audioUrl }, guess: nameFromUrl(audioUrl) };
  }
  const { key, bytes, filename } = input.source;
  return { source: { kind: 'stored', key, bytes }, guess: nameFromFile(filename) };
};

/** The split that this key started within the last day; the account is locked, so twins see each other. */
const findReplay = async (
  tx: DbTransaction,
  accountId: string,
  key: string | null,
): Promise<string | null> => {
  if (!key) return null;
  const known = await tx.idempotencyKey.findUnique({ where: { accountId_key: { accountId, key } } });
  if (!known) return null;
  const age = Date.now() - known.createdAt.getTime();
  if (age < limits.idempotencyHours * 3_600_000 && known.splitId) return known.splitId;
  await tx.idempotencyKey.delete({ where: { accountId_key: { accountId, key } } });
  return null;
};

const reserve = async (
  ctx: Context,
  tx: DbTransaction,
  input: CreateSplitInput,
): Promise<{ splitId: string; outboxIds: string[]; replayed: boolean }> => {
  const accountId = accountOf(ctx);
  const account = await lockAccount(tx, accountId);
  if (!account) throw new AppError('invalid_api_key');
  const replayOf = await findReplay(tx, accountId, input.idempotencyKey);
  if (replayOf) return { splitId: replayOf, outboxIds: [], replayed: true };
  const { source, guess } = sourceOf(ctx, input);
  const splitId = 'splitId' in input.source ? input.source.splitId : newId('split');
  if ('splitId' in input.source) await forgetSource(tx, splitId);
  const result = await reserveSplit(tx, ctx.services.env, account, {
    splitId,
    accountId,
    model: input.model,
    name: input.name ?? guess ?? untitled,
    nameChosen: input.name !== null || guess !== null,
    source,
    batchId: null,
    sequence: null,
  });
  if (!result.ok) {
    throw new AppError(
      result.code,
      result.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: result.retryAfterSeconds },
    );
  }
  if (input.idempotencyKey) {
    await tx.idempotencyKey.create({ data: { accountId, key: input.idempotencyKey, splitId } });
  }
  return { splitId, outboxIds: await writeOutbox(tx, [dispatchEvent(accountId)]), replayed: false };
};

export const createSplit = async (ctx: Context, input: CreateSplitInput): Promise<CreatedSplit> => {
  const accountId = accountOf(ctx);
  const { services } = ctx;
  const reserved = await services.db.$transaction((tx) => reserve(ctx, tx, input));
  sendOutboxSoon(services, reserved.outboxIds);
  const row = await services.db.split.findFirst({
    where: { id: reserved.splitId, accountId },
    include: withStems,
  });
  if (!row) throw new AppError('conflict', { message: 'The song was deleted while it was being accepted.' });
  return { split: presentSplit(row, services.env, await planOf(ctx)), replayed: reserved.replayed };
};
