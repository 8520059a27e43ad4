// y = gain·x + shift over a stretch of stereo sound, in place.
import type { StereoBlock } from './stereo-block.ts';

/** Scales samples [from, to) in place and returns the block; the rest stays. */
export const scaleBlock = (
  block: StereoBlock,
  gain: number,
  shift = 0,
  [from, to]: [number, number] = [0, block.left.length],
): StereoBlock => {
  if (gain === 1 && shift === 0) return block;
  for (let t = from; t < to; t++) {
    block.left[t] = block.left[t]! * gain + shift;
    block.right[t] = block.right[t]! * gain + shift;
  }
  return block;
};

/** Both channels become their mean: for stems of a mono song, which a network may push off centre. */
export const centreBlock = (block: StereoBlock): StereoBlock => {
  for (let t = 0; t < block.left.length; t++) {
    const middle = (block.left[t]! + block.right[t]!) / 2;
    block.left[t] = middle;
    block.right[t] = middle;
  }
  return block;
};

/** target += block. */
export const addBlock = (target: StereoBlock, block: StereoBlock): void => {
  for (let t = 0; t < target.left.length; t++) {
    target.left[t]! += block.left[t]!;
    target.right[t]! += block.right[t]!;
  }
};

/** Samples handled together, so that the target stays in the cache while all blocks are subtracted. */
const tile = 4096;

const subtractAll = (target: Float32Array, sources: Float32Array[]): void => {
  for (let from = 0; from < target.length; from += tile) {
    const to = Math.min(target.length, from + tile);
    for (const source of sources) for (let t = from; t < to; t++) target[t]! -= source[t]!;
  }
};

/** target -= every block. */
export const subtractBlocks = (target: StereoBlock, blocks: readonly StereoBlock[]): void => {
  subtractAll(
    target.left,
    blocks.map(({ left }) => left),
  );
  subtractAll(
    target.right,
    blocks.map(({ right }) => right),
  );
};
