// Where kernels that work on plain sound find it: a stretch of both channels, copied into the kernel's memory.
import { Kernel } from './kernel.ts';
import type { StereoBlock } from './stereo-block.ts';

/** Short enough to stay in the fastest cache; a multiple of every vector. */
export const stageFrames = 4096;

export class KernelStage {
  readonly kernel = new Kernel();
  readonly left = this.kernel.reserve(stageFrames);
  readonly right = this.kernel.reserve(stageFrames);

  /** Samples [from, to) of the block, no more than fit. */
  load({ left, right }: StereoBlock, from: number, to: number): void {
    this.kernel.floats(this.left, to - from).set(left.subarray(from, to));
    this.kernel.floats(this.right, to - from).set(right.subarray(from, to));
  }
}

/** The stretches [from, to) in which `length` samples pass the stage. */
export function* stretches(length: number): Generator<[from: number, to: number]> {
  for (let from = 0; from < length; from += stageFrames) yield [from, Math.min(length, from + stageFrames)];
}

/** The same number or the next that vectors divide. */
export const wholeVectors = (count: number): number => 4 * Math.ceil(count / 4);
