// The mono mix (l + r)/2.
import type { StereoBlock } from './stereo-block.ts';

export const toMono = ({ left, right }: StereoBlock): Float32Array => {
  const mono = new Float32Array(left.length);
  for (let t = 0; t < mono.length; t++) mono[t] = (left[t]! + right[t]!) / 2;
  return mono;
};
