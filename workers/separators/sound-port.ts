// Sound between the two threads of the inference child, in frames of one block per stem; a null frame ends the song.
// The sender waits while `ahead` frames have not been taken, so that memory stays bounded.
import type { StereoBlock } from '../dsp/stereo-block.ts';

/**
 * Sound lies beside V8's own heap, which hardly grows and so is hardly ever collected: what chunks have left behind would
 * come to a hundred megabytes, the more likely the longer the song. After this much sound a collection costs milliseconds.
 */
const collectedBytes = 32 * 1024 * 1024;

type SoundMessage = { type: 'frame'; blocks: StereoBlock[] | null } | { type: 'taken' };

/** What a worker and the port to its parent have in common. */
export interface MessageEnd {
  postMessage(message: unknown, transfer?: readonly ArrayBuffer[]): void;
}

export class SoundPort {
  private readonly end: MessageEnd;
  private readonly ahead: number;
  private readonly arrived: (StereoBlock[] | null)[] = [];
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
      this.arrived.push(heard.blocks);
      this.wakeReader?.();
    } else if (heard.type === 'taken') {
      this.untaken -= 1;
      this.wakeSender?.();
    } else return false;
    return true;
  }

  /** Hands the frame over: its memory belongs to the other side then. */
  async send(blocks: StereoBlock[] | null): Promise<void> {
    while (this.untaken >= this.ahead)
      await new Promise<void>((resolve) => {
        this.wakeSender = resolve;
      });
    this.untaken += 1;
    const buffers = (blocks ?? []).flatMap(({ left, right }) => [left.buffer, right.buffer]);
    this.collectAfter(blocks ?? []);
    this.end.postMessage({ type: 'frame', blocks }, [...new Set(buffers)] as ArrayBuffer[]);
  }

  /** The next frame, or null at the end of the song. */
  async next(): Promise<StereoBlock[] | null> {
    while (this.arrived.length === 0)
      await new Promise<void>((resolve) => {
        this.wakeReader = resolve;
      });
    const blocks = this.arrived.shift() ?? null;
    this.end.postMessage({ type: 'taken' });
    this.collectAfter(blocks ?? []);
    return blocks;
  }

  private collectAfter(blocks: readonly StereoBlock[]): void {
    for (const { left, right } of blocks) this.passedBytes += left.byteLength + right.byteLength;
    if (this.passedBytes < collectedBytes) return;
    this.passedBytes = 0;
    // There when the process was started with --expose-gc.
    globalThis.gc?.();
  }
}
