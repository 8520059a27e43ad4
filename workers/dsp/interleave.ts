// Channels of several stems side by side, sample by sample, as a raw pipe wants them.
import type { StereoBlock } from './stereo-block.ts';

/** Samples [from, to) of all blocks: left and right of the first, left and right of the second, … per sample. */
export const interleave = (blocks: readonly StereoBlock[], from: number, to: number): Float32Array => {
  const channels = 2 * blocks.length;
  const mixed = new Float32Array((to - from) * channels);
  for (let which = 0; which < blocks.length; which++) {
    const { left, right } = blocks[which]!;
    for (let t = from, at = 2 * which; t < to; t++, at += channels) {
      mixed[at] = left[t]!;
      mixed[at + 1] = right[t]!;
    }
  }
  return mixed;
};
