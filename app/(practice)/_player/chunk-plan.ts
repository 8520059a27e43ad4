// Which chunks of the song should be in memory, the most urgent first: a pure answer from place, loop and room.
import { chunkFrames, chunkOf, songRate, type FrameRange } from './song-frames.ts';

export interface ChunkWish {
  position: number;
  loop: FrameRange | null;
  sampleCount: number;
  /** How many chunks may be held. */
  most: number;
}

/** A start needs at least this much song ready behind it. */
const cushionFrames = 0.4 * songRate;

type Place = Omit<ChunkWish, 'most'>;

/** The loop that holds what is heard; a place behind its end plays on. */
const loopAt = ({ loop, position }: Place): FrameRange | null =>
  loop !== null && position < loop.end ? loop : null;

function followingChunk(chunk: number, wish: Place): number | null {
  const { sampleCount } = wish;
  const loop = loopAt(wish);
  if (loop && chunk === chunkOf(loop.end - 1)) return chunkOf(loop.start);
  return chunk < chunkOf(sampleCount - 1) ? chunk + 1 : null;
}

/** What must be in memory before anything sounds; near a chunk's end also what follows it, or the start would run dry. */
export function chunksToStart(place: Place): number[] {
  const { position, sampleCount } = place;
  const chunk = chunkOf(position);
  const end = Math.min((chunk + 1) * chunkFrames, loopAt(place)?.end ?? sampleCount);
  const next = end - position < cushionFrames ? followingChunk(chunk, place) : null;
  return next === null || next === chunk ? [chunk] : [chunk, next];
}

export function wantedChunks(wish: ChunkWish): number[] {
  const { loop, position, most, sampleCount } = wish;
  const current = chunkOf(Math.min(Math.max(position, 0), sampleCount - 1));
  const path = [current];
  for (let next = followingChunk(current, wish); next !== null && path.length < most;) {
    if (path.includes(next)) break;
    path.push(next);
    next = followingChunk(next, wish);
  }
  // The loop's first chunk is pinned: its join is scheduled, never fetched. One chunk behind serves the step back.
  const pinned = loop ? [chunkOf(loop.start)] : [];
  const behind = current > 0 ? [current - 1] : [];
  const reserved = most - pinned.length - behind.length;
  const order = [...path.slice(0, 2), ...pinned, ...path.slice(2, Math.max(2, reserved)), ...behind];
  return [...new Set(order)].slice(0, most);
}
