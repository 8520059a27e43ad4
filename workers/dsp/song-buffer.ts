// The part of a streamed song that chunks still need: append at the end, read anywhere, forget the past.
// Reads outside the song give zeros, so that the first and last chunk have silent neighbours and all others real ones.
import { zeroBlock, type StereoBlock } from './stereo-block.ts';

const zeroed = ({ left, right }: StereoBlock, length: number): StereoBlock => ({
  left: left.subarray(0, length).fill(0),
  right: right.subarray(0, length).fill(0),
});

export class SongBuffer {
  private blocks: StereoBlock[] = [];
  /** Song position of the first sample kept. */
  private keptFrom = 0;
  private length = 0;
  private over = false;

  /** Samples appended so far. */
  get end(): number {
    return this.length;
  }

  get ended(): boolean {
    return this.over;
  }

  append(block: StereoBlock): void {
    if (this.over) throw new Error('the song has already ended');
    if (block.left.length === 0) return;
    this.blocks.push(block);
    this.length += block.left.length;
  }

  finish(): void {
    this.over = true;
  }

  /**
   * Samples [start, start + length); zeros before the song and, once it has ended, after it. In `memory`, which is at least
   * as long, when it is given.
   */
  read(start: number, length: number, memory?: StereoBlock): StereoBlock {
    if (start < this.keptFrom && this.keptFrom > 0)
      throw new RangeError(`sample ${start} was forgotten, ${this.keptFrom} is the first kept`);
    if (!this.over && start + length > this.length)
      throw new RangeError(`samples to ${start + length} wanted, ${this.length} have come`);
    const out = memory ? zeroed(memory, length) : zeroBlock(length);
    let position = this.keptFrom;
    for (const block of this.blocks) {
      const from = Math.max(start, position);
      const to = Math.min(start + length, position + block.left.length);
      if (from < to) {
        out.left.set(block.left.subarray(from - position, to - position), from - start);
        out.right.set(block.right.subarray(from - position, to - position), from - start);
      }
      position += block.left.length;
    }
    return out;
  }

  /** Drops whole blocks that end at or before `sample`. */
  forgetBefore(sample: number): void {
    let first = this.blocks[0];
    while (first && this.keptFrom + first.left.length <= sample) {
      this.keptFrom += first.left.length;
      this.blocks.shift();
      first = this.blocks[0];
    }
  }
}
