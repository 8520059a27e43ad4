// First in, first out of sound of several stems in equal step: push blocks of any length, take any length.
import { zeroBlock, type StereoBlock } from './stereo-block.ts';

export class BlockQueue {
  private readonly stems: number;
  private readonly queue: StereoBlock[][] = [];
  /** Samples of the first entry already taken. */
  private taken = 0;
  private available = 0;

  constructor(stems: number) {
    this.stems = stems;
  }

  get length(): number {
    return this.available;
  }

  push(blocks: StereoBlock[]): void {
    const length = blocks[0]?.left.length ?? 0;
    if (length === 0) return;
    this.queue.push(blocks);
    this.available += length;
  }

  take(length: number): StereoBlock[] {
    if (length > this.available) throw new RangeError(`${length} samples wanted, ${this.available} queued`);
    const whole = this.queue[0];
    if (whole && this.taken === 0 && whole[0]?.left.length === length) {
      this.available -= length;
      this.queue.shift();
      return whole;
    }
    const out = Array.from({ length: this.stems }, () => zeroBlock(length));
    let done = 0;
    let first = this.queue[0];
    while (first && done < length) {
      const size = first[0]?.left.length ?? 0;
      const count = Math.min(length - done, size - this.taken);
      for (const [index, block] of first.entries()) {
        out[index]?.left.set(block.left.subarray(this.taken, this.taken + count), done);
        out[index]?.right.set(block.right.subarray(this.taken, this.taken + count), done);
      }
      done += count;
      this.taken += count;
      if (this.taken === size) {
        this.queue.shift();
        this.taken = 0;
      }
      first = this.queue[0];
    }
    this.available -= length;
    return out;
  }
}
