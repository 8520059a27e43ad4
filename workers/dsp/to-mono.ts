// The mono mix of stems: the sum of (l + r)/2.
import type { StereoBlock } from './stereo-block.ts';

/** `length` samples; silence when there are no blocks. */
export const toMono = (blocks: readonly StereoBlock[], length: number): Float32Array => {
  const mono = new Float32Array(length);
  for (const { left, right } of blocks)
    for (let t = 0; t < length; t++) mono[t]! += (left[t]! + right[t]!) / 2;
  return mono;
};

/** Both, equally long, together. */
export const sumOf = (a: Float32Array, b: Float32Array): Float32Array => {
  const sum = new Float32Array(a.length);
  for (let t = 0; t < sum.length; t++) sum[t] = a[t]! + b[t]!;
  return sum;
};
