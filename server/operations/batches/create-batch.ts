// Queues up to ten songs in order. Each is charged when its turn comes, not here.
import type { BatchWire, CreateBatchBody } from '../../contract/batch.ts';
import { limits } from '../../contract/limits.ts';
import type { DbTransaction } from '../../db/client.ts';
import { newId } from '../../domain/ids.ts';
import type { ValidationIssue } from '../../contract/error-body.ts';
import { AppError } from '../app-error.ts';
import type { Context } from '../context.ts';
import { accountOf } from '../guard.ts';
import { sendOutboxSoon } from '../jobs/send-outbox.ts';
import { dispatchEvent, writeOutbox } from '../jobs/write-outbox.ts';
import { lockAccount, nextSequence, paceWaitSeconds, submissionsInHour } from '../splits/reserve-split.ts';
import { getBatch } from './get-batch.ts';

export type CreateBatchInput = CreateBatchBody & { idempotencyKey?: string | null };

const refuseBadLinks = (ctx: Context, input: CreateBatchInput): void => {
  const detail = input.items.flatMap((item, index): ValidationIssue[] => {
    const refusal = ctx.services.ingest.refusalOf(item.audio_url);
    if (!refusal) return [];
    return [{ loc: ['body', 'items', index, 'audio_url'], msg: refusal, type: 'url_not_public' }];
  });
  // An item that can be told bad only by fetching fails alone; one whose link can never work is refused at once,
  // but only when no other item is good: a batch carries on past its bad items.
  if (detail.length === input.items.length) throw new AppError('validation_failed', { detail });
};

const insertItems = async (
  ctx: Context,
  tx: DbTransaction,
  batchId: string,
  input: CreateBatchInput,
): Promise<void> => {
  const accountId = accountOf(ctx);
  const first = await nextSequence(tx, accountId, input.items.length);
  await tx.batchItem.createMany({
    data: input.items.map((item, index) => ({
      batchId,
      index,
      accountId,
      sequence: first + BigInt(index),
      audioUrl: item.audio_url,
      name: item.name ?? null,
      model: item.model ?? input.model,
    })),
  });
};

const findReplay = async (
  tx: DbTransaction,
  accountId: string,
  key: string | null | undefined,
): Promise<string | null> => {
  if (!key) return null;
  const known = await tx.idempotencyKey.findUnique({ where: { accountId_key: { accountId, key } } });
  const isFresh = known && Date.now() - known.createdAt.getTime() < limits.idempotencyHours * 3_600_000;
  if (isFresh && known.batchId) return known.batchId;
  if (isFresh) throw new AppError('conflict', { message: 'This idempotency key started a single song.' });
  if (known) await tx.idempotencyKey.delete({ where: { accountId_key: { accountId, key } } });
  return null;
};

const insert = async (
  ctx: Context,
  tx: DbTransaction,
  input: CreateBatchInput,
): Promise<{ batchId: string; outboxIds: string[]; replayed: boolean }> => {
  const accountId = accountOf(ctx);
  if (!(await lockAccount(tx, accountId))) throw new AppError('invalid_api_key');
  const replayOf = await findReplay(tx, accountId, input.idempotencyKey);
  if (replayOf) return { batchId: replayOf, outboxIds: [], replayed: true };
  const now = new Date();
  const wait = paceWaitSeconds(await submissionsInHour(tx, accountId, now), now);
  if (wait > 0) throw new AppError('rate_limited', { retryAfterSeconds: wait });
  const batchId = newId('batch');
  await tx.batch.create({ data: { id: batchId, accountId, model: input.model } });
  await insertItems(ctx, tx, batchId, input);
  if (input.idempotencyKey) {
    await tx.idempotencyKey.create({ data: { accountId, key: input.idempotencyKey, batchId } });
  }
  return { batchId, outboxIds: await writeOutbox(tx, [dispatchEvent(accountId)]), replayed: false };
};

export const createBatch = async (
  ctx: Context,
  input: CreateBatchInput,
): Promise<{ batch: BatchWire; replayed: boolean }> => {
  refuseBadLinks(ctx, input);
  const { batchId, outboxIds, replayed } = await ctx.services.db.$transaction((tx) => insert(ctx, tx, input));
  sendOutboxSoon(ctx.services, outboxIds);
  return { batch: await getBatch(ctx, { batchId }), replayed };
};
