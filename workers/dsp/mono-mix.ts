// One channel out of many, in memory that is used again.
import { KernelStage, stageFrames, stretches, wholeVectors } from './kernel-stage.ts';
import type { StereoBlock } from './stereo-block.ts';

const stage = new KernelStage();
const sum = stage.kernel.reserve(stageFrames);

export class MonoMix {
  private memory = new Float32Array(0);

  /** The sum of (l + r)/2 over blocks of `length` samples, silence without any; it stays until the next mix. */
  ofStems(blocks: readonly StereoBlock[], length: number): Float32Array {
    return this.add(blocks, length, 0.5);
  }

  /** Two mono signals, equally long, together; they stay until the next mix. */
  ofBoth(left: Float32Array, right: Float32Array): Float32Array {
    return this.add([{ left, right }], left.length, 1);
  }

  private add(blocks: readonly StereoBlock[], length: number, gain: number): Float32Array {
    if (this.memory.length < length) this.memory = new Float32Array(length);
    const { kernel, left, right } = stage;
    for (const [from, to] of stretches(length)) {
      kernel.floats(sum, stageFrames).fill(0);
      for (const block of blocks) {
        stage.load(block, from, to);
        kernel.run.addSum(left, right, gain, sum, wholeVectors(to - from));
      }
      this.memory.set(kernel.floats(sum, to - from), from);
    }
    return this.memory.subarray(0, length);
  }
}
