// The control messages between the parent and the inference child; sound goes over the pipe (pcm-wire.ts).
import { z } from 'zod';
import { workerModel } from '../contract/job.ts';
import { modelManifest } from '../models/manifest.ts';

export const separateRequest = z.strictObject({
  type: z.literal('separate'),
  product: workerModel,
  engine: z.strictObject({ dir: z.string(), manifest: modelManifest }),
  settings: z.strictObject({ provider: z.enum(['cpu', 'webgpu', 'cuda']), threads: z.int().min(1) }),
  level: z.strictObject({ mean: z.number(), deviation: z.number() }).nullable(),
});
export type SeparateRequest = z.infer<typeof separateRequest>;

export const childMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('log'), line: z.string() }),
  /** Sent after the last frame: time spent inside the graphs and in the whole child since the request came. */
  z.strictObject({
    type: z.literal('done'),
    modelWallMs: z.number(),
    modelCpuMs: z.number(),
    childCpuMs: z.number(),
  }),
  /** The model cannot do it; a new try would end the same way. */
  z.strictObject({ type: z.literal('failed'), message: z.string() }),
]);
export type ChildMessage = z.infer<typeof childMessage>;
export type ChildDone = Extract<ChildMessage, { type: 'done' }>;

/** File descriptor of the duplex sound pipe in the child. */
export const soundDescriptor = 4;
