// One handler per operation: parsed input in, wire object out. The operation table does the rest.
import type { z } from 'zod';
import type { OperationId, operationTable } from '../contract/operation-table.ts';
import { getAccount } from '../operations/account/get-account.ts';
import { cancelBatch } from '../operations/batches/cancel-batch.ts';
import { createBatch } from '../operations/batches/create-batch.ts';
import { getBatch } from '../operations/batches/get-batch.ts';
import { checkHealth } from '../operations/check-health.ts';
import type { Context } from '../operations/context.ts';
import { createSetlist } from '../operations/setlists/create-setlist.ts';
import { deleteSetlist } from '../operations/setlists/delete-setlist.ts';
import { listSetlists } from '../operations/setlists/list-setlists.ts';
import { replaceSetlist } from '../operations/setlists/replace-setlist.ts';
import { createSplit } from '../operations/splits/create-split.ts';
import { deleteSplit } from '../operations/splits/delete-split.ts';
import { getSplit } from '../operations/splits/get-split.ts';
import { listSplits } from '../operations/splits/list-splits.ts';
import { renameSplit } from '../operations/splits/rename-split.ts';
import { completeUpload } from '../operations/uploads/complete-upload.ts';
import { startUpload } from '../operations/uploads/start-upload.ts';
import { openapiDocument } from '../contract/openapi-document.ts';

export type Answer = { body: unknown; status?: number; headers?: Record<string, string> };

type Table = typeof operationTable;
type Parsed<Id extends OperationId, Place extends string> =
  Table[Id] extends Record<Place, infer Schema extends z.ZodType> ? z.infer<Schema> : undefined;
type Input<Id extends OperationId> = {
  params: Parsed<Id, 'params'>;
  query: Parsed<Id, 'query'>;
  headers: Parsed<Id, 'headers'>;
  body: Parsed<Id, 'body'>;
};
type Handlers = { [Id in OperationId]: (ctx: Context, input: Input<Id>) => Promise<Answer> };

/** Drops undefined, which exactOptionalPropertyTypes keeps apart from an absent field. */
const present = <T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

export const acceptedHeaders = (path: string, replayed: boolean): Record<string, string> => ({
  Location: path,
  'Retry-After': '5',
  ...(replayed ? { 'Idempotent-Replayed': 'true' } : {}),
});

const waited = (query: { wait?: number | undefined }): { waitSeconds?: number } =>
  query.wait === undefined ? {} : { waitSeconds: query.wait };

export const handlers: Handlers = {
  getHealth: async ({ services }) => {
    const body = await checkHealth(services);
    return body.status === 'ok' ? { body } : { body, status: 503, headers: { 'Retry-After': '5' } };
  },
  getOpenapi: ({ services }) => Promise.resolve({ body: openapiDocument(services.env.SITE_URL) }),
  getMe: async (ctx) => ({ body: await getAccount(ctx) }),
  createSplit: async (ctx, { body, headers }) => {
    const { split, replayed } = await createSplit(ctx, {
      source: { audioUrl: body.audio_url },
      model: body.model,
      name: body.name ?? null,
      idempotencyKey: headers['idempotency-key'] ?? null,
    });
    return { body: split, headers: acceptedHeaders(`/api/v1/splits/${split.id}`, replayed) };
  },
  listSplits: async (ctx, { query }) => ({ body: await listSplits(ctx, present(query)) }),
  getSplit: async (ctx, { params, query }) => ({
    body: await getSplit(ctx, { splitId: params.split_id, ...waited(query) }),
  }),
  renameSplit: async (ctx, { params, body }) => ({
    body: await renameSplit(ctx, { splitId: params.split_id, name: body.name }),
  }),
  deleteSplit: async (ctx, { params }) => ({ body: await deleteSplit(ctx, { splitId: params.split_id }) }),
  createBatch: async (ctx, { body }) => {
    const { batch } = await createBatch(ctx, body);
    return { body: batch, headers: acceptedHeaders(`/api/v1/batches/${batch.id}`, false) };
  },
  getBatch: async (ctx, { params, query }) => ({
    body: await getBatch(ctx, { batchId: params.batch_id, ...waited(query) }),
  }),
  cancelBatch: async (ctx, { params }) => ({ body: await cancelBatch(ctx, { batchId: params.batch_id }) }),
  startUpload: async (ctx, { body }) => ({ body: await startUpload(ctx, body) }),
  completeUpload: async (ctx, { body }) => {
    const split = await completeUpload(ctx, body);
    return { body: split, headers: acceptedHeaders(`/api/v1/splits/${split.id}`, false) };
  },
  listSetlists: async (ctx, { query }) => ({ body: await listSetlists(ctx, present(query)) }),
  createSetlist: async (ctx, { body }) => ({ body: await createSetlist(ctx, body) }),
  replaceSetlist: async (ctx, { params, body }) => ({
    body: await replaceSetlist(ctx, { setlistId: params.setlist_id, ...body }),
  }),
  deleteSetlist: async (ctx, { params }) => ({
    body: await deleteSetlist(ctx, { setlistId: params.setlist_id }),
  }),
};
