// The one clock of a song: sample frames at 44.1 kHz, cut into chunks of whole MP3 frames that all stems share.
export const songRate = 44100;
export const mp3FrameSamples = 1152;

/**
 * 77 MP3 frames, two seconds: what a seek waits for. Six stems of it are 4.5 MB decoded, so fourteen groups fit in 64 MB.
 */
export const chunkFrames = 77 * mp3FrameSamples;

/** Frames decoded beyond a chunk's end, so that a piece may end on a multiple of the speed's step (at most 30). */
export const tailFrames = 32;

export function toFrames(seconds: number): number {
  return Math.round(seconds * songRate);
}

export function toSeconds(frames: number): number {
  return frames / songRate;
}

export function chunkOf(frame: number): number {
  return Math.floor(frame / chunkFrames);
}

export interface FrameRange {
  start: number;
  /** Exclusive. */
  end: number;
}
