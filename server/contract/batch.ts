// The wire form of a batch and of the request that starts one.
import { z } from 'zod';
import { failureReason } from './failure-reasons.ts';
import { limits } from './limits.ts';
import { modelId } from './models.ts';
import { audioUrl, songName, split, timestamp } from './split.ts';

const itemStatuses = ['queued', 'processing', 'done', 'failed', 'cancelled'] as const;
const itemStatus = z.enum(itemStatuses);

const batchItem = z
  .object({
    index: z.int(),
    status: itemStatus,
    audio_url: z.string(),
    name: z.string().nullable(),
    model: modelId,
    split_id: z.string().nullable(),
    reason: failureReason.nullable(),
    message: z.string().nullable(),
    split: split.nullable(),
  })
  .meta({ id: 'BatchItem' });
export type BatchItemWire = z.infer<typeof batchItem>;

const batchStatuses = ['queued', 'processing', 'done', 'cancelled'] as const;

export const batch = z
  .object({
    id: z.string(),
    status: z.enum(batchStatuses),
    model: modelId,
    items: z.array(batchItem),
    counts: z.object({
      queued: z.int(),
      processing: z.int(),
      done: z.int(),
      failed: z.int(),
      cancelled: z.int(),
    }),
    created_at: timestamp,
    completed_at: timestamp.nullable(),
  })
  .meta({ id: 'Batch' });
export type BatchWire = z.infer<typeof batch>;

const batchRequestItem = z
  .strictObject({
    audio_url: audioUrl,
    model: modelId.nullish(),
    name: songName.nullish(),
  })
  .meta({ id: 'CreateBatchItem' });

export const createBatchBody = z
  .strictObject({
    items: z.array(batchRequestItem).min(1).max(limits.batchSize),
    model: modelId.default('vocals'),
  })
  .meta({ id: 'CreateBatch' });
export type CreateBatchBody = z.infer<typeof createBatchBody>;
