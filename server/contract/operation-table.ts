// The one table of REST operations: it drives routing, credentials, parsing, openapi.json and the reference page.
import { z } from 'zod';
import { accountView } from './account.ts';
import { batch, createBatchBody } from './batch.ts';
import type { ErrorCode } from './error-table.ts';
import { health } from './health.ts';
import { setlist, setlistBody, setlistPage } from './setlist.ts';
import {
  createSplitBody,
  createSplitForm,
  cursor,
  deleted,
  idempotencyKey,
  pageLimit,
  renameSplitBody,
  split,
  splitPage,
  splitStatus,
  waitSeconds,
} from './split.ts';
import { completeUploadBody, startUploadBody, startedUpload } from './upload.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Operation = {
  readonly method: Method;
  readonly path: string;
  readonly credential: 'required' | 'none';
  readonly tag: 'Splits' | 'Batches' | 'Uploads' | 'Setlists' | 'Account' | 'Service';
  readonly summary: string;
  readonly description: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly form?: z.ZodType;
  readonly status: 200 | 201 | 202;
  readonly answer: z.ZodType;
  readonly answerHeaders?: Readonly<Record<string, string>>;
  readonly errors: readonly ErrorCode[];
  /** Submissions draw on the hourly pace and answer with its rate headers. */
  readonly submits?: boolean;
  /** Answers with the account's position, which is read together with the credential. */
  readonly readsPosition?: boolean;
};

const splitParams = z.object({ split_id: z.string().min(1).max(64) });
const batchParams = z.object({ batch_id: z.string().min(1).max(64) });
const setlistParams = z.object({ setlist_id: z.string().min(1).max(64) });
const pageQuery = z.object({ limit: pageLimit.optional(), cursor: cursor.optional() });

const submissionHeaders = {
  Location: 'Where to follow the work.',
  'Retry-After': 'Seconds after which asking again makes sense.',
  'RateLimit-Policy': 'The pace: songs per hour.',
  RateLimit: 'What is left of the pace and when it grows again.',
};
const submissionErrors = ['limit_reached', 'plan_required', 'rate_limited'] as const;

export const operationTable = {
  getHealth: {
    method: 'GET',
    path: '/health',
    credential: 'none',
    tag: 'Service',
    summary: 'Is the service healthy?',
    description: 'Checks database, storage, queue and worker. 503 names the failing check.',
    status: 200,
    answer: health,
    errors: [],
  },
  getOpenapi: {
    method: 'GET',
    path: '/openapi.json',
    credential: 'none',
    tag: 'Service',
    summary: 'This document',
    description: 'The OpenAPI 3.1 description of the whole API.',
    status: 200,
    answer: z.record(z.string(), z.unknown()),
    errors: [],
  },
  getMe: {
    method: 'GET',
    path: '/me',
    credential: 'required',
    tag: 'Account',
    summary: 'Your plan, what is left of it, and the limits',
    description: 'Reports the plan, the splits left this month, the credits and every limit of the API.',
    status: 200,
    answer: accountView,
    errors: [],
    readsPosition: true,
  },
  createSplit: {
    method: 'POST',
    path: '/splits',
    credential: 'required',
    tag: 'Splits',
    summary: 'Split a song',
    description:
      'Send a public audio_url as JSON, or the file itself as multipart/form-data (up to 100 MB). Answers at once; follow the split with GET /splits/{split_id}.',
    headers: z.object({ 'idempotency-key': idempotencyKey.optional() }),
    body: createSplitBody,
    form: createSplitForm,
    status: 202,
    answer: split,
    answerHeaders: {
      ...submissionHeaders,
      'Idempotent-Replayed': 'true when the key had already started this split.',
    },
    errors: [...submissionErrors, 'bad_request', 'file_too_large', 'unsupported_media_type'],
    submits: true,
  },
  listSplits: {
    method: 'GET',
    path: '/splits',
    credential: 'required',
    tag: 'Splits',
    summary: 'List your songs, newest first',
    description: 'Pages by key: pass next_cursor back as cursor. q searches names.',
    query: pageQuery.extend({
      status: splitStatus.optional(),
      q: z.string().trim().min(1).max(200).optional(),
    }),
    status: 200,
    answer: splitPage,
    errors: [],
  },
  getSplit: {
    method: 'GET',
    path: '/splits/{split_id}',
    credential: 'required',
    tag: 'Splits',
    summary: 'Read a split',
    description: 'Status, progress, stems with their download links, and the practice-room link.',
    params: splitParams,
    query: z.object({ wait: waitSeconds.optional() }),
    status: 200,
    answer: split,
    errors: ['not_found'],
  },
  renameSplit: {
    method: 'PATCH',
    path: '/splits/{split_id}',
    credential: 'required',
    tag: 'Splits',
    summary: 'Rename a song',
    description: 'Changes the name in the library.',
    params: splitParams,
    body: renameSplitBody,
    status: 200,
    answer: split,
    errors: ['not_found', 'bad_request', 'unsupported_media_type', 'file_too_large'],
  },
  deleteSplit: {
    method: 'DELETE',
    path: '/splits/{split_id}',
    credential: 'required',
    tag: 'Splits',
    summary: 'Delete a song',
    description: 'Stops a running separation, removes every file and ends the share link.',
    params: splitParams,
    status: 200,
    answer: deleted,
    errors: ['not_found'],
  },
  createBatch: {
    method: 'POST',
    path: '/splits/batch',
    credential: 'required',
    tag: 'Batches',
    summary: 'Split up to ten songs',
    description:
      'Items run in order, at most two at a time. Each draws on the allowance when its turn comes; an item over a limit fails alone.',
    body: createBatchBody,
    status: 202,
    answer: batch,
    answerHeaders: submissionHeaders,
    errors: ['rate_limited', 'bad_request', 'unsupported_media_type', 'file_too_large'],
    submits: true,
  },
  getBatch: {
    method: 'GET',
    path: '/batches/{batch_id}',
    credential: 'required',
    tag: 'Batches',
    summary: 'Read a batch and each song’s split',
    description: 'Counts per state, and every item with its split or its reason.',
    params: batchParams,
    query: z.object({ wait: waitSeconds.optional() }),
    status: 200,
    answer: batch,
    errors: ['not_found'],
  },
  cancelBatch: {
    method: 'DELETE',
    path: '/batches/{batch_id}',
    credential: 'required',
    tag: 'Batches',
    summary: 'Cancel the songs that have not started',
    description: 'Songs already started carry on; the others become cancelled and cost nothing.',
    params: batchParams,
    status: 200,
    answer: batch,
    errors: ['not_found'],
  },
  startUpload: {
    method: 'POST',
    path: '/uploads',
    credential: 'required',
    tag: 'Uploads',
    summary: 'Start a direct upload',
    description:
      'For files up to 200 MB. PUT each 10 MiB part to its address, in any order, keep the ETag headers, then complete.',
    body: startUploadBody,
    status: 200,
    answer: startedUpload,
    errors: ['file_too_large', 'bad_request', 'unsupported_media_type'],
  },
  completeUpload: {
    method: 'POST',
    path: '/uploads/complete',
    credential: 'required',
    tag: 'Uploads',
    summary: 'Complete an upload and split the song',
    description:
      'Starts the split as POST /splits does. Repeating it with the same token returns the same split.',
    body: completeUploadBody,
    status: 202,
    answer: split,
    answerHeaders: submissionHeaders,
    errors: [
      ...submissionErrors,
      'not_found',
      'upload_expired',
      'bad_request',
      'unsupported_media_type',
      'file_too_large',
    ],
    submits: true,
  },
  listSetlists: {
    method: 'GET',
    path: '/setlists',
    credential: 'required',
    tag: 'Setlists',
    summary: 'List your setlists',
    description: 'Newest first; pages by key.',
    query: pageQuery,
    status: 200,
    answer: setlistPage,
    errors: [],
  },
  createSetlist: {
    method: 'POST',
    path: '/setlists',
    credential: 'required',
    tag: 'Setlists',
    summary: 'Create a setlist',
    description: 'Groups songs in an order of yours behind one share link. Pro.',
    body: setlistBody,
    status: 201,
    answer: setlist,
    errors: ['plan_required', 'bad_request', 'unsupported_media_type', 'file_too_large'],
  },
  replaceSetlist: {
    method: 'PUT',
    path: '/setlists/{setlist_id}',
    credential: 'required',
    tag: 'Setlists',
    summary: 'Replace a setlist’s title and songs',
    description: 'The body replaces both. Pro.',
    params: setlistParams,
    body: setlistBody,
    status: 200,
    answer: setlist,
    errors: ['plan_required', 'not_found', 'bad_request', 'unsupported_media_type', 'file_too_large'],
  },
  deleteSetlist: {
    method: 'DELETE',
    path: '/setlists/{setlist_id}',
    credential: 'required',
    tag: 'Setlists',
    summary: 'Delete a setlist',
    description: 'Ends its share link; the songs stay.',
    params: setlistParams,
    status: 200,
    answer: deleted,
    errors: ['not_found'],
  },
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof operationTable;
export const operationIds = Object.keys(operationTable) as OperationId[];
