// Integrated loudness of a stereo stem by EBU R128 (ITU-R BS.1770-5): K-weighting, 400 ms blocks, two gates.
import { KWeighting } from '../dsp/k-weighting.ts';
import type { StereoBlock } from '../dsp/stereo-block.ts';
import { songSampleRate } from './decode-song.ts';

const hopFrames = songSampleRate / 10;
const hopsPerBlock = 4;
const absoluteGateLufs = -70;
const relativeGateLu = -10;

const toLufs = (power: number): number => -0.691 + 10 * Math.log10(power);
const toPower = (lufs: number): number => 10 ** ((lufs + 0.691) / 10);

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

export class LoudnessMeter {
  private readonly weighting = new KWeighting();
  /** Power of each tenth of a second: ten numbers a second. */
  private readonly hops: number[] = [];
  private sum = 0;
  private framesInHop = 0;

  push(block: StereoBlock): void {
    const length = block.left.length;
    for (let at = 0; at < length;) {
      const end = Math.min(length, at + hopFrames - this.framesInHop);
      this.sum += this.weighting.power(block, at, end);
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
