// The extremes of sound: lowest and highest sample of a stretch, and the highest level between the samples.
import type { StereoBlock } from './stereo-block.ts';

/** Widens `range` (lowest, highest) by the samples [from, to) of both channels. */
export const widen = (
  range: Float64Array,
  { left, right }: StereoBlock,
  [from, to]: [number, number],
): void => {
  let low = range[0]!;
  let high = range[1]!;
  for (let t = from; t < to; t++) {
    const a = left[t]!;
    const b = right[t]!;
    if (a < low) low = a;
    if (a > high) high = a;
    if (b < low) low = b;
    if (b > high) high = b;
  }
  range[0] = low;
  range[1] = high;
};

/** Highest absolute sample of [from, to). */
export const highestLevel = (samples: Float32Array, from: number, to: number): number => {
  let level = 0;
  for (let t = from; t < to; t++) {
    const size = Math.abs(samples[t]!);
    if (size > level) level = size;
  }
  return level;
};

/** Highest absolute value of the samples [from, to) filtered by `taps`, which reach to the samples after them. */
export const highestFiltered = (
  samples: Float32Array,
  taps: Float64Array,
  [from, to]: [number, number],
): number => {
  let level = 0;
  for (let t = from; t < to; t++) {
    let sum = 0;
    for (let tap = 0; tap < taps.length; tap++) sum += taps[tap]! * samples[t + tap]!;
    const size = Math.abs(sum);
    if (size > level) level = size;
  }
  return level;
};
