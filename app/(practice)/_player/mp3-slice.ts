// Which bytes hold a chunk of the song, and how to cut exactly its MP3 frames out of them.
import { frameBytesAt, UnstreamableMp3Error, type Mp3Layout } from './mp3-layout.ts';
import { chunkFrames, mp3FrameSamples, tailFrames } from './song-frames.ts';

/** Frames decoded and dropped before the chunk: enough for the decoder's memory with `-reservoir 0`. */
const prerollFrames = 3;
/** Padding moves a frame by a byte or two against the mean; this much slack always holds the true start. */
const slackBytes = 8;

export interface Mp3Slice {
  firstFrame: number;
  /** Exclusive. */
  endFrame: number;
  byteStart: number;
  /** Exclusive; may lie beyond the file's end, which servers cut. */
  byteEnd: number;
  /** Frame of the song that the first decoded sample is; negative before the song's beginning. */
  songFrame: number;
}

export function sliceOfChunk(layout: Mp3Layout, chunk: number): Mp3Slice {
  const rawStart = chunk * chunkFrames + layout.delaySamples;
  const rawEnd = (chunk + 1) * chunkFrames + tailFrames + layout.delaySamples;
  const firstFrame = Math.max(0, Math.floor(rawStart / mp3FrameSamples) - prerollFrames);
  const endFrame = Math.min(layout.frames, Math.ceil(rawEnd / mp3FrameSamples));
  const byteOf = (frame: number) => layout.soundStart + frame * layout.meanFrameBytes;
  return {
    firstFrame,
    endFrame,
    byteStart: Math.max(layout.soundStart, Math.floor(byteOf(firstFrame)) - slackBytes),
    byteEnd: Math.ceil(byteOf(endFrame)) + slackBytes,
    songFrame: firstFrame * mp3FrameSamples - layout.delaySamples,
  };
}

/** The end of `frames` frames from `at`, or null when the headers do not follow each other. */
function walk(bytes: Uint8Array, at: number, frames: number, headerBits: number): number | null {
  let end = at;
  for (let frame = 0; frame < frames; frame += 1) {
    const size = frameBytesAt(bytes, end, headerBits);
    if (size === null || end + size > bytes.length) return null;
    end += size;
  }
  return end;
}

export function cutFrames(layout: Mp3Layout, slice: Mp3Slice, bytes: Uint8Array): Uint8Array {
  const frames = slice.endFrame - slice.firstFrame;
  for (let start = 0; start <= 2 * slackBytes; start += 1) {
    const end = walk(bytes, start, frames, layout.headerBits);
    if (end !== null) return bytes.subarray(start, end);
  }
  throw new UnstreamableMp3Error('its frames are not where its bit rate says.');
}
