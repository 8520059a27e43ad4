// The wire form of a direct upload: start, parts, completion.
import { z } from 'zod';
import { limits } from './limits.ts';
import { modelId } from './models.ts';
import { songName, timestamp } from './split.ts';

const filename = z.string().trim().min(1).max(255);

/** `size` over the limit is not a 422 but a 413, so the schema does not bound it above. */
export const startUploadBody = z
  .strictObject({ filename, size: z.int().positive(), model: modelId.default('vocals') })
  .meta({ id: 'StartUpload' });
export type StartUploadBody = z.infer<typeof startUploadBody>;

export const startedUpload = z
  .object({
    upload_token: z.string(),
    part_size: z.int(),
    parts: z.array(z.object({ n: z.int(), url: z.url() })),
    expires_at: timestamp,
  })
  .meta({ id: 'Upload' });
export type StartedUpload = z.infer<typeof startedUpload>;

const maxParts = Math.ceil(limits.directUploadBytes / limits.uploadPartBytes);

export const completeUploadBody = z
  .strictObject({
    upload_token: z.string().min(1).max(200),
    parts: z
      .array(z.strictObject({ n: z.int().min(1), etag: z.string().min(1).max(200) }))
      .min(1)
      .max(maxParts),
    filename,
    model: modelId.default('vocals'),
    name: songName.nullish(),
  })
  .meta({ id: 'CompleteUpload' });
export type CompleteUploadBody = z.infer<typeof completeUploadBody>;
