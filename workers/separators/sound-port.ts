// Sound between the two threads of the inference child, in frames of one block per stem; a null frame ends the song.
// The sender waits while `ahead` frames have not come back, so that memory stays bounded.
import type { StereoBlock } from '../dsp/stereo-block.ts';

/**
 * Sound lies beside V8's own heap, which hardly grows and so is hardly ever collected: what separators leave behind would
 * come to a hundred megabytes, the more likely the longer the song. After this much sound a collection costs milliseconds.
 */
const collectedBytes = 32 * 1024 * 1024;

/** A null memory ends the song. */
type Frame = { memory: ArrayBuffer | null; samples: number; stems: number };
type SoundMessage = ({ type: 'frame' } & Frame) | { type: 'taken'; memory: ArrayBuffer | null };

/** What a worker and the port to its parent have in common. */
export interface MessageEnd {
  postMessage(message: unknown, transfer?: readonly ArrayBuffer[]): void;
}

export class SoundPort {
  private readonly end: MessageEnd;
  private readonly ahead: number;
  private readonly arrived: Frame[] = [];
  /** Memory that came back: the same few frames of it travel to and fro, so that nothing piles up in between. */
  private readonly spare: ArrayBuffer[] = [];
  private lent: ArrayBuffer | null = null;
  private untaken = 0;
  private passedBytes = 0;
  private wakeReader: (() => void) | null = null;
  private wakeSender: (() => void) | null = null;

  constructor(end: MessageEnd, ahead: number) {
    this.end = end;
    this.ahead = ahead;
  }

  /** Every message of the other side comes here; false for one that is not about sound. */
  hear(message: { type: string }): boolean {
    const heard = message as SoundMessage;
    if (heard.type === 'frame') {
      this.arrived.push(heard);
      this.wakeReader?.();
    } else if (heard.type === 'taken') {
      this.untaken -= 1;
      if (heard.memory) this.spare.push(heard.memory);
      this.wakeSender?.();
    } else return false;
    return true;
  }

  /** Sends a copy of the samples [from, to) of each stem; null ends the song. */
  async send(
    blocks: readonly StereoBlock[] | null,
    from = 0,
    to = blocks?.[0]?.left.length ?? 0,
  ): Promise<void> {
    while (this.untaken >= this.ahead)
      await new Promise<void>((resolve) => {
        this.wakeSender = resolve;
      });
    this.untaken += 1;
    if (blocks === null) {
      this.end.postMessage({ type: 'frame', memory: null, samples: 0, stems: 0 });
      return;
    }
    const [samples, stems] = [to - from, blocks.length];
    const memory = this.memoryOf(2 * stems * samples * Float32Array.BYTES_PER_ELEMENT);
    for (const [stem, { left, right }] of viewsOf(memory, samples, stems).entries()) {
      left.set(blocks[stem]?.left.subarray(from, to) ?? []);
      right.set(blocks[stem]?.right.subarray(from, to) ?? []);
    }
    this.collectAfter(memory.byteLength);
    this.end.postMessage({ type: 'frame', memory, samples, stems }, [memory]);
  }

  /** The next frame, whose memory is the caller's until it asks for another; null at the end of the song. */
  async next(): Promise<StereoBlock[] | null> {
    if (this.lent) this.giveBack(this.lent);
    this.lent = null;
    while (this.arrived.length === 0)
      await new Promise<void>((resolve) => {
        this.wakeReader = resolve;
      });
    const { memory, samples, stems } = this.arrived.shift() ?? { memory: null, samples: 0, stems: 0 };
    if (!memory) {
      this.end.postMessage({ type: 'taken', memory });
      return null;
    }
    this.lent = memory;
    this.collectAfter(memory.byteLength);
    return viewsOf(memory, samples, stems);
  }

  private giveBack(memory: ArrayBuffer): void {
    this.end.postMessage({ type: 'taken', memory }, [memory]);
  }

  private memoryOf(bytes: number): ArrayBuffer {
    const memory = this.spare.pop();
    return memory && memory.byteLength >= bytes ? memory : new ArrayBuffer(bytes);
  }

  private collectAfter(bytes: number): void {
    this.passedBytes += bytes;
    if (this.passedBytes < collectedBytes) return;
    this.passedBytes = 0;
    // There when the process was started with --expose-gc.
    globalThis.gc?.();
  }
}

/** Left and right of each stem, one after the other. */
const viewsOf = (memory: ArrayBuffer, samples: number, stems: number): StereoBlock[] => {
  const channel = (index: number): Float32Array =>
    new Float32Array(memory, index * samples * Float32Array.BYTES_PER_ELEMENT, samples);
  return Array.from({ length: stems }, (_, stem) => ({
    left: channel(2 * stem),
    right: channel(2 * stem + 1),
  }));
};
