// K-weighting of ITU-R BS.1770-5, both channels at once: a shelf for the head, then a high-pass.
import { KernelStage, stageFrames } from './kernel-stage.ts';
import type { StereoBlock } from './stereo-block.ts';

const sampleRate = 44_100;

/** The standard's analogue prototypes at our sample rate. The high-pass has the numerator 1, −2, 1. */
const shelf = (() => {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate);
  const q = 0.7071752369554196;
  const vh = 10 ** (3.999843853973347 / 20);
  const vb = vh ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b0: (vh + (vb * k) / q + k * k) / a0,
    b1: (2 * (k * k - vh)) / a0,
    b2: (vh - (vb * k) / q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
  };
})();
const highPass = (() => {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return { a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 };
})();

const stage = new KernelStage();
const filter = stage.kernel.reserve(2 * 7);
const state = stage.kernel.reserve(2 * 8);
stage.kernel
  .doubles(filter, 7)
  .set([shelf.b0, shelf.b1, shelf.b2, shelf.a1, shelf.a2, highPass.a1, highPass.a2]);

/** Far below any gate; without it digital silence after sound would crawl through denormal numbers. */
const settled = (value: number): number => (Math.abs(value) < 1e-30 ? 0 : value);

export class KWeighting {
  /** Two biquads in series, transposed direct form II: two memories each, every one of the left and right channel. */
  private readonly memory = new Float64Array(8);

  /** Sum of squares of the weighted samples [from, to) of both channels. */
  power(block: StereoBlock, from: number, to: number): number {
    const { kernel, left, right } = stage;
    const memory = kernel.doubles(state, this.memory.length);
    memory.set(this.memory);
    let sum = 0;
    for (let at = from; at < to; at += stageFrames) {
      const end = Math.min(to, at + stageFrames);
      stage.load(block, at, end);
      sum += kernel.run.weightedPower(left, right, end - at, filter, state);
    }
    this.memory.set(memory.map(settled));
    return sum;
  }
}
