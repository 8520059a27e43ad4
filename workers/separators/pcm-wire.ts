// How sound crosses between the parent and the inference child: frames over one duplex pipe, native float32.
// A frame: uint32 samples, uint32 stems, then left and right of every stem. Zero samples mean the end of the song.
import type { Duplex } from 'node:stream';
import type { StereoBlock } from '../dsp/stereo-block.ts';

/** Longer frames than about 3 minutes of sound mean that the two sides have lost step. */
const mostSamples = 1 << 23;
const mostStems = 16;
const headerBytes = 8;

/** The other process is gone; why is known to whoever watches the process. */
export class PipeClosed extends Error {
  override readonly name = 'PipeClosed';

  constructor() {
    super('the other side of the sound pipe is gone');
  }
}

const bytesOf = (samples: Float32Array): Buffer =>
  Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);

/** Resolves when the pipe has taken all of the blocks, whose memory may be used again then; throws when it is gone. */
export const writeFrame = async (pipe: Duplex, blocks: readonly StereoBlock[]): Promise<void> => {
  const samples = blocks[0]?.left.length ?? 0;
  if (samples === 0) return;
  if (pipe.destroyed) throw new PipeClosed();
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32LE(samples, 0);
  header.writeUInt32LE(blocks.length, 4);
  await new Promise<void>((resolve, reject) => {
    const gone = (): void => reject(new PipeClosed());
    pipe.once('close', gone);
    pipe.cork();
    pipe.write(header);
    const channels = blocks.flatMap(({ left, right }) => [left, right]);
    for (const channel of channels.slice(0, -1)) pipe.write(bytesOf(channel));
    pipe.write(bytesOf(channels.at(-1) ?? new Float32Array(0)), (error) => {
      pipe.off('close', gone);
      if (error || pipe.destroyed) gone();
      else resolve();
    });
    pipe.uncork();
  });
};

export const writeEnd = (pipe: Duplex): void => {
  if (!pipe.destroyed) pipe.write(Buffer.alloc(headerBytes));
};

/** What may wait here unread before the other side has to. */
const mostWaitingBytes = 1 << 20;

export class FrameReader {
  private readonly pipe: Duplex;
  private readonly waiting: Uint8Array[] = [];
  private waitingBytes = 0;
  private over = false;
  private wake: (() => void) | null = null;
  /** Memory of the last two frames, used in turns. */
  private memory: [Float32Array, Float32Array] = [new Float32Array(0), new Float32Array(0)];

  constructor(pipe: Duplex) {
    this.pipe = pipe;
    pipe.on('data', (chunk: Uint8Array) => this.arrive(chunk));
    for (const event of ['end', 'close'])
      pipe.on(event, () => {
        this.over = true;
        this.wake?.();
      });
  }

  /**
   * The next frame's blocks, or null at the end of the song; throws when the pipe closes in between. The blocks stay as
   * they are while one more frame is read; the frame after that takes their memory.
   */
  async next(): Promise<StereoBlock[] | null> {
    const header = await this.fill(new Uint8Array(headerBytes));
    const view = new DataView(header.buffer);
    const samples = view.getUint32(0, true);
    const stems = view.getUint32(4, true);
    if (samples === 0) return null;
    if (samples > mostSamples || stems > mostStems)
      throw new Error(`a frame of ${samples} samples and ${stems} stems makes no sense`);
    const sound = this.take(2 * stems * samples);
    await this.fill(new Uint8Array(sound.buffer, 0, sound.byteLength));
    return Array.from({ length: stems }, (_, stem) => ({
      left: sound.subarray(2 * stem * samples, (2 * stem + 1) * samples),
      right: sound.subarray((2 * stem + 1) * samples, (2 * stem + 2) * samples),
    }));
  }

  /** Floats of the frame before the last; new ones when these are too few or were given away. */
  private take(count: number): Float32Array {
    const [older, newer] = this.memory;
    const sound = older.length >= count ? older : new Float32Array(count);
    this.memory = [newer, sound];
    return sound.subarray(0, count);
  }

  private arrive(chunk: Uint8Array): void {
    this.waiting.push(chunk);
    this.waitingBytes += chunk.length;
    if (this.waitingBytes >= mostWaitingBytes) this.pipe.pause();
    this.wake?.();
  }

  private async fill(target: Uint8Array): Promise<Uint8Array> {
    for (let filled = 0; filled < target.length;) {
      const chunk = this.waiting.shift() ?? (await this.arrival());
      const part = chunk.subarray(0, target.length - filled);
      target.set(part, filled);
      filled += part.length;
      this.waitingBytes -= part.length;
      if (part.length < chunk.length) this.waiting.unshift(chunk.subarray(part.length));
      if (this.waitingBytes === 0) this.pipe.resume();
    }
    return target;
  }

  private async arrival(): Promise<Uint8Array> {
    while (this.waiting.length === 0) {
      if (this.over) throw new PipeClosed();
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
      this.wake = null;
    }
    return this.waiting.shift() ?? new Uint8Array(0);
  }
}
