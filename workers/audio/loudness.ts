// Integrated loudness of a stereo stem by EBU R128 (ITU-R BS.1770-5): K-weighting, 400 ms blocks, two gates.
import type { StereoBlock } from '../dsp/stereo-block.ts';
import { songSampleRate } from './decode-song.ts';

const hopFrames = songSampleRate / 10;
const hopsPerBlock = 4;
const absoluteGateLufs = -70;
const relativeGateLu = -10;

const toLufs = (power: number): number => -0.691 + 10 * Math.log10(power);
const toPower = (lufs: number): number => 10 ** ((lufs + 0.691) / 10);

type Coefficients = { b0: number; b1: number; b2: number; a1: number; a2: number };

/** The standard's analogue prototypes at our sample rate: a shelf for the head, then a high-pass. */
const shelf = (): Coefficients => {
  const k = Math.tan((Math.PI * 1681.974450955533) / songSampleRate);
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
};
const highPass = (): Coefficients => {
  const k = Math.tan((Math.PI * 38.13547087602444) / songSampleRate);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 };
};

/** Two biquads in series, transposed direct form II. */
class KWeighting {
  private readonly first = shelf();
  private readonly second = highPass();
  private s1 = 0;
  private s2 = 0;
  private t1 = 0;
  private t2 = 0;

  /** Sum of squares of the weighted samples from..to. */
  power(samples: Float32Array, from: number, to: number): number {
    const { first, second } = this;
    let { s1, s2, t1, t2 } = this;
    let sum = 0;
    for (let at = from; at < to; at += 1) {
      const x = samples[at] ?? 0;
      const y = first.b0 * x + s1;
      s1 = first.b1 * x - first.a1 * y + s2;
      s2 = first.b2 * x - first.a2 * y;
      const z = second.b0 * y + t1;
      t1 = second.b1 * y - second.a1 * z + t2;
      t2 = second.b2 * y - second.a2 * z;
      sum += z * z;
    }
    // Far below any gate; without it digital silence after sound would crawl through denormal numbers.
    const quiet = (value: number): number => (Math.abs(value) < 1e-30 ? 0 : value);
    [this.s1, this.s2, this.t1, this.t2] = [quiet(s1), quiet(s2), quiet(t1), quiet(t2)];
    return sum;
  }
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

export class LoudnessMeter {
  private readonly left = new KWeighting();
  private readonly right = new KWeighting();
  /** Power of each tenth of a second: ten numbers a second. */
  private readonly hops: number[] = [];
  private sum = 0;
  private framesInHop = 0;

  push({ left, right }: StereoBlock): void {
    for (let at = 0; at < left.length;) {
      const end = Math.min(left.length, at + hopFrames - this.framesInHop);
      this.sum += this.left.power(left, at, end) + this.right.power(right, at, end);
      this.framesInHop += end - at;
      at = end;
      if (this.framesInHop === hopFrames) this.closeHop();
    }
  }

  /** LUFS, or null when no block passes the gates. */
  finish(): number | null {
    const blocks: number[] = [];
    for (let hop = hopsPerBlock; hop <= this.hops.length; hop += 1) {
      blocks.push(mean(this.hops.slice(hop - hopsPerBlock, hop)));
    }
    const audible = blocks.filter((power) => power > toPower(absoluteGateLufs));
    if (audible.length === 0) return null;
    const gate = toPower(toLufs(mean(audible)) + relativeGateLu);
    return toLufs(mean(audible.filter((power) => power > gate)));
  }

  private closeHop(): void {
    this.hops.push(this.sum / hopFrames);
    this.sum = 0;
    this.framesInHop = 0;
  }
}
