// Reads the head of a constant-bit-rate MP3: where its frames lie and which sample of the song each one carries.
// Xing/Info and LAME tag as laid out in "LAME Tag rev 1"; decoder delay 529 samples beyond the encoder's.
import { mp3FrameSamples, songRate } from './song-frames.ts';

export interface Mp3Layout {
  /** Byte where the first frame that carries sound begins (after the Xing frame). */
  soundStart: number;
  /** Mean bytes of a frame; single frames differ by one byte of padding. */
  meanFrameBytes: number;
  /** Frames that carry sound. */
  frames: number;
  /** Samples a decoder puts out before the song's first one. */
  delaySamples: number;
  sampleCount: number;
  /** Header bits that every frame of the file shares. */
  headerBits: number;
}

const bitrates = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0];
const decoderDelay = 529;
/** Sync, version, layer, protection, bit rate, sample rate: everything but padding, private and channel bits. */
const sharedMask = 0xfffffc00;

export class UnstreamableMp3Error extends Error {
  constructor(why: string) {
    super(`This stem cannot be streamed: ${why}`);
    this.name = 'UnstreamableMp3Error';
  }
}

function uint32(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at);
}

function afterId3(bytes: Uint8Array): number {
  if (bytes[0] !== 0x49 || bytes[1] !== 0x44 || bytes[2] !== 0x33) return 0;
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((bytes[at] ?? 0) & 0x7f), 0);
  return 10 + size;
}

/** Bytes of the frame whose header stands at `at`, or null when there is no header like the file's there. */
export function frameBytesAt(bytes: Uint8Array, at: number, headerBits: number): number | null {
  if (at + 4 > bytes.length) return null;
  const header = uint32(bytes, at);
  if ((header & sharedMask) >>> 0 !== headerBits) return null;
  return frameBytes(header);
}

function frameBytes(header: number): number {
  const kilobits = bitrates[(header >>> 12) & 0xf] ?? 0;
  const padding = (header >>> 9) & 1;
  return Math.floor((144 * kilobits * 1000) / songRate) + padding;
}

function tagOf(bytes: Uint8Array, frameStart: number, mono: boolean) {
  const tag = frameStart + 4 + (mono ? 17 : 32);
  const name = String.fromCharCode(...bytes.subarray(tag, tag + 4));
  if (name !== 'Xing' && name !== 'Info') throw new UnstreamableMp3Error('it has no Xing tag.');
  const flags = uint32(bytes, tag + 4);
  if ((flags & 1) === 0) throw new UnstreamableMp3Error('its Xing tag has no frame count.');
  const frames = uint32(bytes, tag + 8);
  const lame = tag + 8 + [4, 4, 100, 4].reduce((sum, size, bit) => sum + (flags & (1 << bit) ? size : 0), 0);
  const packed = uint32(bytes, lame + 20) & 0xffffff;
  return { frames, encoderDelay: packed >>> 12, endPadding: packed & 0xfff };
}

export function readMp3Layout(head: Uint8Array): Mp3Layout {
  const start = afterId3(head);
  if (start + 200 > head.length) throw new UnstreamableMp3Error('its tags are too long.');
  const header = uint32(head, start);
  const isMpeg1Layer3 = (header & 0xfffe0000) >>> 0 === 0xfffa0000;
  if (!isMpeg1Layer3) throw new UnstreamableMp3Error('it does not begin with an MPEG-1 layer III frame.');
  if (((header >>> 10) & 3) !== 0) throw new UnstreamableMp3Error('its sample rate is not 44.1 kHz.');
  const kilobits = bitrates[(header >>> 12) & 0xf] ?? 0;
  if (kilobits === 0) throw new UnstreamableMp3Error('its bit rate is not constant.');
  const tag = tagOf(head, start, ((header >>> 6) & 3) === 3);
  const soundStart = start + frameBytes(header);
  return {
    soundStart,
    meanFrameBytes: (144 * kilobits * 1000) / songRate,
    frames: tag.frames,
    delaySamples: tag.encoderDelay + decoderDelay,
    sampleCount: tag.frames * mp3FrameSamples - tag.encoderDelay - tag.endPadding,
    headerBits: (header & sharedMask) >>> 0,
  };
}
