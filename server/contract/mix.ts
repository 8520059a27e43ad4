// What a listener asks for when the mix of a room is exported by the server.
import { z } from 'zod';
import { stemName } from './models.ts';

export const mixWish = z.strictObject({
  format: z.literal('mp3'),
  /** As they are heard: 0 for what is muted or not soloed. */
  stems: z
    .array(
      z.strictObject({
        name: stemName,
        gain: z.number().min(0).max(2),
        pan: z.number().min(-1).max(1),
      }),
    )
    .max(8),
  start_seconds: z.number().min(0),
  end_seconds: z.number().min(0),
  speed_percent: z.int().min(50).max(150),
  semitones: z.int().min(-12).max(12),
});
export type MixWish = z.infer<typeof mixWish>;
