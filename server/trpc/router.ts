// What the site may ask: the operations of REST and those that only a signed-in person has.
import { z } from 'zod';
import { createBatchBody } from '../contract/batch.ts';
import { createKeyInput } from '../contract/key.ts';
import { limits } from '../contract/limits.ts';
import { setlistBody } from '../contract/setlist.ts';
import { createSplitBody, cursor, renameSplitBody, splitStatus } from '../contract/split.ts';
import { completeUploadBody, startUploadBody } from '../contract/upload.ts';
import { deleteAccount } from '../operations/account/delete-account.ts';
import { getAccount } from '../operations/account/get-account.ts';
import { renameAccount } from '../operations/account/rename-account.ts';
import { disconnectApp } from '../operations/apps/disconnect-app.ts';
import { listApps } from '../operations/apps/list-apps.ts';
import { cancelBatch } from '../operations/batches/cancel-batch.ts';
import { createBatch } from '../operations/batches/create-batch.ts';
import { getBatch } from '../operations/batches/get-batch.ts';
import { listOpenBatches } from '../operations/batches/list-open-batches.ts';
import { createKey } from '../operations/keys/create-key.ts';
import { listKeys } from '../operations/keys/list-keys.ts';
import { revokeKey } from '../operations/keys/revoke-key.ts';
import { endSessions } from '../operations/sessions/end-sessions.ts';
import { listSessions } from '../operations/sessions/list-sessions.ts';
import { createSetlist } from '../operations/setlists/create-setlist.ts';
import { deleteSetlist } from '../operations/setlists/delete-setlist.ts';
import { getSetlist } from '../operations/setlists/get-setlist.ts';
import { listSetlists } from '../operations/setlists/list-setlists.ts';
import { replaceSetlist } from '../operations/setlists/replace-setlist.ts';
import { createSplit } from '../operations/splits/create-split.ts';
import { deleteSplit } from '../operations/splits/delete-split.ts';
import { getSplit } from '../operations/splits/get-split.ts';
import { listSplits } from '../operations/splits/list-splits.ts';
import { renameSplit } from '../operations/splits/rename-split.ts';
import { cancelUpload } from '../operations/uploads/cancel-upload.ts';
import { completeUpload } from '../operations/uploads/complete-upload.ts';
import { startUpload } from '../operations/uploads/start-upload.ts';
import { personProcedure, router } from './procedures.ts';

const id = z.string().min(1).max(64);
const page = {
  limit: z.int().min(1).max(limits.pageSizeMax).exactOptional(),
  cursor: cursor.exactOptional(),
  /** What the query library sends along with the pages of a growing list. */
  direction: z.literal('forward').exactOptional(),
};

const splits = router({
  list: personProcedure
    .input(
      z.strictObject({
        ...page,
        status: splitStatus.exactOptional(),
        q: z.string().trim().min(1).max(200).exactOptional(),
      }),
    )
    .query(({ ctx, input }) => listSplits(ctx.operation, input)),
  get: personProcedure
    .input(z.strictObject({ id }))
    .query(({ ctx, input }) => getSplit(ctx.operation, { splitId: input.id })),
  create: personProcedure.input(createSplitBody).mutation(async ({ ctx, input }) => {
    const { split } = await createSplit(ctx.operation, {
      source: { audioUrl: input.audio_url },
      model: input.model,
      name: input.name ?? null,
      idempotencyKey: null,
    });
    return split;
  }),
  rename: personProcedure
    .input(z.strictObject({ id, ...renameSplitBody.shape }))
    .mutation(({ ctx, input }) => renameSplit(ctx.operation, { splitId: input.id, name: input.name })),
  delete: personProcedure
    .input(z.strictObject({ id }))
    .mutation(({ ctx, input }) => deleteSplit(ctx.operation, { splitId: input.id })),
});

const batches = router({
  open: personProcedure.query(({ ctx }) => listOpenBatches(ctx.operation)),
  create: personProcedure
    .input(createBatchBody)
    .mutation(async ({ ctx, input }) => (await createBatch(ctx.operation, input)).batch),
  get: personProcedure
    .input(z.strictObject({ id }))
    .query(({ ctx, input }) => getBatch(ctx.operation, { batchId: input.id })),
  cancel: personProcedure
    .input(z.strictObject({ id }))
    .mutation(({ ctx, input }) => cancelBatch(ctx.operation, { batchId: input.id })),
});

const uploads = router({
  start: personProcedure
    .input(startUploadBody)
    .mutation(({ ctx, input }) => startUpload(ctx.operation, input)),
  complete: personProcedure
    .input(completeUploadBody)
    .mutation(({ ctx, input }) => completeUpload(ctx.operation, input)),
  cancel: personProcedure
    .input(z.strictObject({ upload_token: completeUploadBody.shape.upload_token }))
    .mutation(({ ctx, input }) => cancelUpload(ctx.operation, { uploadToken: input.upload_token })),
});

const setlists = router({
  list: personProcedure
    .input(z.strictObject(page))
    .query(({ ctx, input }) => listSetlists(ctx.operation, input)),
  get: personProcedure
    .input(z.strictObject({ id }))
    .query(({ ctx, input }) => getSetlist(ctx.operation, { setlistId: input.id })),
  create: personProcedure
    .input(setlistBody)
    .mutation(({ ctx, input }) => createSetlist(ctx.operation, input)),
  replace: personProcedure
    .input(z.strictObject({ id, ...setlistBody.shape }))
    .mutation(({ ctx, input: { id: setlistId, ...body } }) =>
      replaceSetlist(ctx.operation, { setlistId, ...body }),
    ),
  delete: personProcedure
    .input(z.strictObject({ id }))
    .mutation(({ ctx, input }) => deleteSetlist(ctx.operation, { setlistId: input.id })),
});

const keys = router({
  list: personProcedure.query(({ ctx }) => listKeys(ctx.operation)),
  create: personProcedure.input(createKeyInput).mutation(({ ctx, input }) => createKey(ctx.operation, input)),
  revoke: personProcedure
    .input(z.strictObject({ id }))
    .mutation(({ ctx, input }) => revokeKey(ctx.operation, { keyId: input.id })),
});

const apps = router({
  list: personProcedure.query(({ ctx }) => listApps(ctx.operation)),
  disconnect: personProcedure
    .input(z.strictObject({ id }))
    .mutation(({ ctx, input }) => disconnectApp(ctx.operation, { id: input.id })),
});

const account = router({
  get: personProcedure.query(({ ctx }) => getAccount(ctx.operation)),
  rename: personProcedure
    .input(z.strictObject({ name: z.string().trim().min(1).max(80) }))
    .mutation(({ ctx, input }) => renameAccount(ctx.operation, input)),
  delete: personProcedure
    .input(z.strictObject({ email: z.string().max(254) }))
    .mutation(({ ctx, input }) => deleteAccount(ctx.operation, input)),
});

const sessions = router({
  list: personProcedure.query(({ ctx }) => listSessions(ctx.operation)),
  end: personProcedure
    .input(z.strictObject({ session_id: id.exactOptional() }))
    .mutation(({ ctx, input }) =>
      endSessions(ctx.operation, input.session_id === undefined ? {} : { sessionId: input.session_id }),
    ),
});

export const appRouter = router({ splits, batches, uploads, setlists, keys, apps, account, sessions });
export type AppRouter = typeof appRouter;
