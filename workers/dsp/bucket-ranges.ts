// Lowest and highest sample of both channels, bucket after bucket.
import { KernelStage, stretches } from './kernel-stage.ts';
import type { StereoBlock } from './stereo-block.ts';

const stage = new KernelStage();
const rangePlace = stage.kernel.reserve(2);
const range = stage.kernel.floats(rangePlace, 2);
const bytesPerFloat = 4;

export class BucketRanges {
  private readonly size: number;
  private readonly take: (low: number, high: number) => void;
  /** Of the bucket that is being filled. */
  private readonly ownRange = Float32Array.of(Infinity, -Infinity);
  private filled = 0;

  constructor(size: number, take: (low: number, high: number) => void) {
    this.size = size;
    this.take = take;
  }

  push(block: StereoBlock): void {
    range.set(this.ownRange);
    for (const [from, to] of stretches(block.left.length)) {
      stage.load(block, from, to);
      for (let at = from; at < to;) at = this.fill(at, to, bytesPerFloat * (at - from));
    }
    this.ownRange.set(range);
  }

  /** Gives out the last bucket, which the song does not fill. */
  finish(): void {
    range.set(this.ownRange);
    if (this.filled > 0) this.close();
  }

  /** Fills the bucket with what is staged at `offset` and answers where the next goes on. */
  private fill(at: number, to: number, offset: number): number {
    const count = Math.min(to - at, this.size - this.filled);
    stage.kernel.run.widen(stage.left + offset, stage.right + offset, count, rangePlace);
    this.filled += count;
    if (this.filled === this.size) this.close();
    return at + count;
  }

  private close(): void {
    const [low = 0, high = 0] = range;
    this.take(low, high);
    range.set([Infinity, -Infinity]);
    this.filled = 0;
  }
}
