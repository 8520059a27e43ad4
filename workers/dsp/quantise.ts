// Stereo sound as the integers of a WAV file.
import { KernelStage, stageFrames, stretches, wholeVectors } from './kernel-stage.ts';
import type { StereoBlock } from './stereo-block.ts';

const stage = new KernelStage();
const widestFrame = 6;
const out = stage.kernel.reserve((stageFrames * widestFrame) / 4 + 4);

/**
 * Rounds to whole steps without dither: stems are summed again in the practice room, where six dithers would add up,
 * and digital silence stays silent. Into the beginning of `memory` where that is long enough, else into memory of its own.
 */
export const quantise = (block: StereoBlock, bits: 16 | 24, memory: Buffer = Buffer.alloc(0)): Buffer => {
  const { kernel, left, right } = stage;
  const bytesPerFrame = (2 * bits) / 8;
  const length = block.left.length * bytesPerFrame;
  const bytes = memory.length < length ? Buffer.allocUnsafeSlow(length) : memory.subarray(0, length);
  for (const [from, to] of stretches(block.left.length)) {
    stage.load(block, from, to);
    const count = wholeVectors(to - from);
    if (bits === 16) kernel.run.quantise16(left, right, out, count);
    else kernel.run.quantise24(left, right, out, count);
    bytes.set(kernel.bytes(out, (to - from) * bytesPerFrame), from * bytesPerFrame);
  }
  return bytes;
};
