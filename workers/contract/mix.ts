// What the app asks a worker's encoder for: stems summed with their gains and places, as one MP3 in the answer.
import { z } from 'zod';

/** Body of POST /mixes; the answer is audio/mpeg, or JSON {error, message} with 401, 413, 422, 429, 502 or 503. */
export const mixRequest = z.strictObject({
  title: z.string().max(200),
  /** Signed addresses of 16-bit stereo WAV stems. Without any the mix is silent. */
  stems: z
    .array(z.strictObject({ url: z.url(), gain: z.number().min(0).max(2), pan: z.number().min(-1).max(1) }))
    .max(8),
  start_frame: z.int().nonnegative(),
  /** Frames of the song; at another speed the mix has more or fewer. */
  frame_count: z
    .int()
    .positive()
    .max(36_000 * 44_100),
  speed_percent: z.int().min(50).max(150),
  semitones: z.int().min(-12).max(12),
});
export type MixRequest = z.infer<typeof mixRequest>;
