// Running sum and sum of squares of the mono mix (l + r)/2, in float64.
import type { StereoBlock } from './stereo-block.ts';

export interface LevelSums {
  count: number;
  sum: number;
  squares: number;
}

export const emptySums = (): LevelSums => ({ count: 0, sum: 0, squares: 0 });

export const addToLevel = (sums: LevelSums, { left, right }: StereoBlock): void => {
  for (let t = 0; t < left.length; t++) {
    const value = (left[t]! + right[t]!) / 2;
    sums.sum += value;
    sums.squares += value * value;
  }
  sums.count += left.length;
};
