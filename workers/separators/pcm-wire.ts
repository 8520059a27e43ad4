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

/** Waits until the pipe takes more, or throws when it is gone. */
const drained = (pipe: Duplex): Promise<void> =>
  new Promise((resolve, reject) => {
    const settle = (): void => {
      pipe.off('drain', settle);
      pipe.off('close', settle);
      if (pipe.destroyed) reject(new PipeClosed());
      else resolve();
    };
    pipe.on('drain', settle);
    pipe.on('close', settle);
  });

export const writeFrame = async (pipe: Duplex, blocks: readonly StereoBlock[]): Promise<void> => {
  const samples = blocks[0]?.left.length ?? 0;
  if (samples === 0) return;
  if (pipe.destroyed) throw new PipeClosed();
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32LE(samples, 0);
  header.writeUInt32LE(blocks.length, 4);
  pipe.cork();
  pipe.write(header);
  let room = true;
  for (const { left, right } of blocks) {
    pipe.write(bytesOf(left));
    room = pipe.write(bytesOf(right));
  }
  pipe.uncork();
  if (!room) await drained(pipe);
};

export const writeEnd = (pipe: Duplex): void => {
  if (!pipe.destroyed) pipe.write(Buffer.alloc(headerBytes));
};

export class FrameReader {
  private readonly pipe: Duplex;

  constructor(pipe: Duplex) {
    this.pipe = pipe;
  }

  /** The next frame's blocks, or null at the end of the song; throws when the pipe closes in between. */
  async next(): Promise<StereoBlock[] | null> {
    const header = await this.fill(new Uint8Array(headerBytes));
    const view = new DataView(header.buffer);
    const samples = view.getUint32(0, true);
    const stems = view.getUint32(4, true);
    if (samples === 0) return null;
    if (samples > mostSamples || stems > mostStems)
      throw new Error(`a frame of ${samples} samples and ${stems} stems makes no sense`);
    const sound = new Float32Array(2 * stems * samples);
    await this.fill(new Uint8Array(sound.buffer));
    return Array.from({ length: stems }, (_, stem) => ({
      left: sound.subarray(2 * stem * samples, (2 * stem + 1) * samples),
      right: sound.subarray((2 * stem + 1) * samples, (2 * stem + 2) * samples),
    }));
  }

  private async fill(target: Uint8Array): Promise<Uint8Array> {
    let filled = 0;
    while (filled < target.length) {
      const chunk: unknown = this.pipe.read(Math.min(target.length - filled, this.pipe.readableLength || 1));
      if (chunk instanceof Uint8Array) {
        target.set(chunk, filled);
        filled += chunk.length;
      } else {
        await this.readable();
      }
    }
    return target;
  }

  private readable(): Promise<void> {
    const { pipe } = this;
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        pipe.off('readable', settle);
        pipe.off('end', settle);
        pipe.off('close', settle);
        if (pipe.destroyed || pipe.readableEnded) reject(new PipeClosed());
        else resolve();
      };
      if (pipe.destroyed || pipe.readableEnded) {
        settle();
        return;
      }
      pipe.on('readable', settle);
      pipe.on('end', settle);
      pipe.on('close', settle);
    });
  }
}
