// Stereo sound out of the bytes that a raw pipe brings.
import { KernelStage, stageFrames, stretches, wholeVectors } from './kernel-stage.ts';
import { zeroBlock, type StereoBlock } from './stereo-block.ts';

const bytesPerFrame = 8;
/** Beyond this, 36 dB over full scale, a sample is damage and no sound. */
const mostLevel = 64;
const stage = new KernelStage();
const mixed = stage.kernel.reserve(2 * stageFrames);

/**
 * Whole frames of native float32, left and right side by side. Floating-point files may hold NaN and infinity, which would
 * spread over every stem: they become silence.
 */
export const deinterleave = (bytes: Uint8Array): StereoBlock => {
  const { kernel, left, right } = stage;
  const block = zeroBlock(bytes.length / bytesPerFrame);
  for (const [from, to] of stretches(block.left.length)) {
    const stretch = bytes.subarray(from * bytesPerFrame, to * bytesPerFrame);
    kernel.bytes(mixed, stretch.length).set(stretch);
    kernel.run.deinterleave(mixed, left, right, wholeVectors(to - from), mostLevel);
    block.left.set(kernel.floats(left, to - from), from);
    block.right.set(kernel.floats(right, to - from), from);
  }
  return block;
};
