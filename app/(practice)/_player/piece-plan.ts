// What plays next: the stretch of song from a place to the next chunk border, the loop's end or the song's end.
import { chunkFrames, chunkOf, type FrameRange } from './song-frames.ts';

export interface Piece {
  chunk: number;
  songStart: number;
  frames: number;
  /** How many frames of the output it takes at this speed; exact inside the song, rounded only at an end. */
  outputFrames: number;
  /** Where the song goes on after it; null at the end of the song. */
  next: number | null;
}

export interface PieceWish {
  songStart: number;
  loop: FrameRange | null;
  sampleCount: number;
  /** Speed in twentieths: 20 is 1×. */
  twentieths: number;
}

export function nextPiece(wish: PieceWish): Piece {
  const { songStart, loop, sampleCount, twentieths } = wish;
  const chunk = chunkOf(songStart);
  const limit = loop && songStart < loop.end ? loop.end : sampleCount;
  const border = (chunk + 1) * chunkFrames;
  let frames = Math.min(limit, border) - songStart;
  if (border < limit && twentieths !== 20) {
    // Ends on a multiple of the speed's step, so that its length in the output is a whole number and the join is exact.
    frames = Math.min(Math.ceil(frames / twentieths) * twentieths, limit - songStart);
  }
  const end = songStart + frames;
  const afterLimit = limit === loop?.end ? loop.start : null;
  return {
    chunk,
    songStart,
    frames,
    outputFrames: Math.max(1, Math.round((frames * 20) / twentieths)),
    next: end === limit ? afterLimit : end,
  };
}
