// Where a loop lies after its A or B is set or it is nudged: pure, shared by the buttons and the keys.
import type { LoopRegion } from '../_player/player-state.ts';

export const nudgeSeconds = 0.05;

/** The loop after A (or B) is set at a place: the other edge stays where that makes sense. */
export function withEdge(
  loop: LoopRegion | null,
  edge: 'a' | 'b',
  at: number,
  durationSeconds: number,
): LoopRegion {
  if (edge === 'a')
    return { startSeconds: at, endSeconds: loop && loop.endSeconds > at ? loop.endSeconds : durationSeconds };
  return { startSeconds: loop && loop.startSeconds < at ? loop.startSeconds : 0, endSeconds: at };
}

/** The same loop a little earlier or later, kept inside the song. */
export function movedLoop(loop: LoopRegion, by: number, durationSeconds: number): LoopRegion {
  const length = loop.endSeconds - loop.startSeconds;
  const startSeconds = Math.min(Math.max(0, loop.startSeconds + by), durationSeconds - length);
  return { startSeconds, endSeconds: startSeconds + length };
}
