// Channels of several stems side by side, sample by sample, as a raw pipe wants them.
import { KernelStage, stageFrames, stretches, wholeVectors } from './kernel-stage.ts';
import type { StereoBlock } from './stereo-block.ts';

const stage = new KernelStage();
const mostStems = 16;
const out = stage.kernel.reserve(2 * mostStems * stageFrames);

/**
 * Left and right of the first, left and right of the second, … per sample; all blocks are equally long. Into the beginning
 * of `memory` where that is long enough, else into memory of its own.
 */
export const interleave = (
  blocks: readonly StereoBlock[],
  memory: Float32Array<ArrayBuffer> = new Float32Array(0),
): Float32Array<ArrayBuffer> => {
  if (blocks.length > mostStems)
    throw new RangeError(`${blocks.length} stems came, ${mostStems} are the most`);
  const { kernel, left, right } = stage;
  const channels = 2 * blocks.length;
  const length = blocks[0]?.left.length ?? 0;
  const count = length * channels;
  const mixed = memory.length < count ? new Float32Array(count) : memory.subarray(0, count);
  for (const [from, to] of stretches(length)) {
    for (const [stem, block] of blocks.entries()) {
      stage.load(block, from, to);
      kernel.run.interleave(left, right, out + 8 * stem, channels, wholeVectors(to - from));
    }
    mixed.set(kernel.floats(out, (to - from) * channels), from * channels);
  }
  return mixed;
};
