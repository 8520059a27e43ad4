// K-weighting of ITU-R BS.1770-5, both channels at once: a shelf for the head, then a high-pass.
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

/** Far below any gate; without it digital silence after sound would crawl through denormal numbers. */
const settled = (value: number): number => (Math.abs(value) < 1e-30 ? 0 : value);

export class KWeighting {
  /** Two biquads in series, transposed direct form II: two memories each, of the left channel, then of the right. */
  private readonly memory = new Float64Array(8);

  /** Sum of squares of the weighted samples [from, to) of both channels. */
  power({ left, right }: StereoBlock, from: number, to: number): number {
    const { b0, b1, b2, a1, a2 } = shelf;
    const { a1: c1, a2: c2 } = highPass;
    const memory = this.memory;
    let ls1 = memory[0]!;
    let ls2 = memory[1]!;
    let lt1 = memory[2]!;
    let lt2 = memory[3]!;
    let rs1 = memory[4]!;
    let rs2 = memory[5]!;
    let rt1 = memory[6]!;
    let rt2 = memory[7]!;
    let sum = 0;
    // Both channels in one loop: each waits for its own last sample, so one fills the other's gaps.
    for (let t = from; t < to; t++) {
      const lx = left[t]!;
      const rx = right[t]!;
      const ly = b0 * lx + ls1;
      const ry = b0 * rx + rs1;
      ls1 = b1 * lx - a1 * ly + ls2;
      rs1 = b1 * rx - a1 * ry + rs2;
      ls2 = b2 * lx - a2 * ly;
      rs2 = b2 * rx - a2 * ry;
      const lz = ly + lt1;
      const rz = ry + rt1;
      lt1 = -2 * ly - c1 * lz + lt2;
      rt1 = -2 * ry - c1 * rz + rt2;
      lt2 = ly - c2 * lz;
      rt2 = ry - c2 * rz;
      sum += lz * lz + rz * rz;
    }
    memory.set([ls1, ls2, lt1, lt2, rs1, rs2, rt1, rt2].map(settled));
    return sum;
  }
}
