// The mono mix of stems: the sum of (l + r)/2.
import type { StereoBlock } from './stereo-block.ts';

/** `length` samples; silence when there are no blocks. */
export const toMono = (blocks: readonly StereoBlock[], length: number): Float32Array => {
  const mono = new Float32Array(length);
  for (const { left, right } of blocks)
    for (let t = 0; t < length; t++) mono[t]! += (left[t]! + right[t]!) / 2;
  return mono;
};
