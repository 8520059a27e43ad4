// Which chunks of the song should be in memory, the most urgent first: a pure answer from place, loop and room.
import { chunkOf, type FrameRange } from './song-frames.ts';

export interface ChunkWish {
  position: number;
  loop: FrameRange | null;
  sampleCount: number;
  /** How many chunks may be held. */
  most: number;
}

function followingChunk(chunk: number, wish: ChunkWish): number | null {
  const { loop, position, sampleCount } = wish;
  const inLoop = loop !== null && position < loop.end;
  if (inLoop && chunk === chunkOf(loop.end - 1)) return chunkOf(loop.start);
  return chunk < chunkOf(sampleCount - 1) ? chunk + 1 : null;
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
