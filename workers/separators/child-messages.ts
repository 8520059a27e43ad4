// The control messages between the parent and the inference child; sound goes over the pipe (pcm-wire.ts).
// The child takes only the types from here: it has nobody to mistrust, and would wait a quarter of a second for the schemas.
import { z } from 'zod';
import type { SessionSettings } from '../models/graph-session.ts';
import type { ModelManifest } from '../models/manifest.ts';
import type { SongLevel } from './separation-track.ts';
import type { ProductRecipe } from './song-separation.ts';

export interface SeparateRequest {
  type: 'separate';
  engine: { dir: string; manifest: ModelManifest };
  recipe: ProductRecipe;
  settings: SessionSettings;
  level: SongLevel | null;
}

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
