// One stem on the server: hands out decoded chunks of it, streamed by frame-cut ranges, or from one whole decode where
// a browser cannot do that and the song is short enough.
import { readMp3Layout, UnstreamableMp3Error, type Mp3Layout } from './mp3-layout.ts';
import { cutFrames, sliceOfChunk } from './mp3-slice.ts';
import type { RangeReader } from './range-reader.ts';
import { mp3FrameSamples, songRate } from './song-frames.ts';

const head = { byteStart: 0, byteEnd: 4096 };
/** Above this a whole decode would endanger the tab on a phone. */
const wholeDecodeLimitBytes = 24_000_000;

export interface DecodedChunk {
  buffer: AudioBuffer;
  /** Frame of the song that the buffer's first sample is. */
  songFrame: number;
}

export class StemFile {
  readonly #url: string;
  readonly #reader: RangeReader;
  readonly #sampleCount: number;
  #layout: Promise<Mp3Layout | null> | null = null;
  #whole: Promise<DecodedChunk> | null = null;

  constructor(url: string, reader: RangeReader, sampleCount: number) {
    this.#url = url;
    this.#reader = reader;
    this.#sampleCount = sampleCount;
  }

  /** With `andNext` the bytes of the chunk after it come along, so that this one is decoded at once when it is asked for. */
  async chunk(index: number, signal: AbortSignal, andNext = false): Promise<DecodedChunk> {
    if (this.#whole) return this.#whole;
    const layout = await unlessOthersGaveUp(signal, () => this.#readLayout(signal));
    if (!layout) return unlessOthersGaveUp(signal, () => this.#decodeWhole(signal));
    try {
      return await this.#stream(layout, index, signal, andNext);
    } catch (error) {
      if (!(error instanceof UnstreamableMp3Error)) throw error;
      return unlessOthersGaveUp(signal, () => this.#decodeWhole(signal));
    }
  }

  #readLayout(signal: AbortSignal): Promise<Mp3Layout | null> {
    this.#layout ??= this.#reader.read(this.#url, head, signal).then(
      (bytes) => {
        try {
          return readMp3Layout(bytes);
        } catch (error) {
          if (error instanceof UnstreamableMp3Error) return null;
          throw error;
        }
      },
      (error: unknown) => {
        // An aborted or failed read must not stay: the next wish starts afresh.
        this.#layout = null;
        throw error;
      },
    );
    return this.#layout;
  }

  async #stream(
    layout: Mp3Layout,
    index: number,
    signal: AbortSignal,
    andNext: boolean,
  ): Promise<DecodedChunk> {
    const slice = sliceOfChunk(layout, index);
    const next = andNext ? sliceOfChunk(layout, index + 1) : undefined;
    const bytes = await this.#reader.read(this.#url, slice, signal, next);
    const buffer = await decode(cutFrames(layout, slice, bytes));
    // A decoder that swallows or adds samples at the start would put this stem beside the others.
    if (buffer.length !== (slice.endFrame - slice.firstFrame) * mp3FrameSamples) {
      throw new UnstreamableMp3Error('this browser does not decode it sample by sample.');
    }
    return { buffer, songFrame: slice.songFrame };
  }

  #decodeWhole(signal: AbortSignal): Promise<DecodedChunk> {
    if (this.#sampleCount * 8 > wholeDecodeLimitBytes) {
      throw new UnstreamableMp3Error('open the song in a current Chrome, Edge, Firefox or Safari.');
    }
    this.#whole ??= this.#reader.readWhole(this.#url, signal).then(
      async (bytes) => {
        const buffer = await decode(bytes);
        const isRaw = buffer.length >= this.#sampleCount + 1105;
        return { buffer, songFrame: isRaw ? -1105 : 0 };
      },
      (error: unknown) => {
        this.#whole = null;
        throw error;
      },
    );
    return this.#whole;
  }
}

/** What several chunks wait for is aborted with the first of them: whoever still wants it begins it again. */
async function unlessOthersGaveUp<T>(signal: AbortSignal, read: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await read();
    } catch (error) {
      const isAbort = error instanceof DOMException && error.name === 'AbortError';
      if (signal.aborted || !isAbort) throw error;
    }
  }
}

/** Decodes at the song's rate whatever the machine's is; needs no user gesture. */
async function decode(bytes: Uint8Array): Promise<AudioBuffer> {
  const context = new OfflineAudioContext(2, 1, songRate);
  const copy = bytes.slice().buffer;
  return context.decodeAudioData(copy);
}
