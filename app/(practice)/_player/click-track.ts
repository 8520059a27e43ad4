// The metronome's two sounds and when they fall: on the song's own beats, and as a bar counted in before it starts.
import { songRate } from './song-frames.ts';

export interface BeatGrid {
  /** Seconds from the start of the song, ascending. */
  beats: readonly number[];
  /** Index of the first downbeat; null when bars are unknown. */
  firstDownbeat: number | null;
  beatsPerBar: number | null;
}

export interface Beat {
  seconds: number;
  accent: boolean;
}

function isDownbeat(index: number, { firstDownbeat, beatsPerBar }: BeatGrid): boolean {
  if (firstDownbeat === null || beatsPerBar === null || beatsPerBar < 1) return false;
  return (index - firstDownbeat) % beatsPerBar === 0;
}

/** The beats from `start` (inclusive) to `end` (exclusive), in seconds of the song. */
export function beatsBetween(grid: BeatGrid, start: number, end: number): Beat[] {
  return grid.beats
    .map((seconds, index) => ({ seconds, accent: isDownbeat(index, grid) }))
    .filter(({ seconds }) => seconds >= start && seconds < end);
}

/** Seconds between beats around a place: the median of the nearest intervals, so that one missed beat does not count. */
export function beatSecondsAt(grid: BeatGrid, place: number): number | null {
  const { beats } = grid;
  if (beats.length < 3) return null;
  const after = beats.findIndex((beat) => beat >= place);
  const nearest = after < 0 ? beats.length - 1 : after;
  const from = Math.max(0, Math.min(nearest - 4, beats.length - 9));
  const near = beats.slice(from, from + 9);
  const gaps = near.slice(1).map((beat, index) => beat - (near[index] ?? beat));
  gaps.sort((a, b) => a - b);
  return gaps[Math.floor(gaps.length / 2)] ?? null;
}

/** One bar before `place`, as seconds before it: [2, 1.5, 1, 0.5] for a bar of four at 120. */
export function countInBefore(grid: BeatGrid, place: number): number[] {
  const gap = beatSecondsAt(grid, place);
  if (gap === null || gap <= 0) return [];
  const next = grid.beats.find((beat) => beat >= place - 0.02);
  // The count leads to the next beat, so a start between two beats is counted in step with the song.
  const lead = next === undefined ? 0 : Math.min(next - place, gap);
  const count = grid.beatsPerBar ?? 4;
  const offsets = Array.from({ length: count }, (_, index) => (count - index) * gap - Math.max(0, lead));
  return offsets.filter((before) => before > 0.001);
}

/** A short wooden tick: a decaying sine with a bright start. */
export function createTick(accent: boolean): AudioBuffer {
  const length = Math.round(0.05 * songRate);
  const buffer = new AudioBuffer({ length, numberOfChannels: 1, sampleRate: songRate });
  const pitch = accent ? 1760 : 1174.7;
  const samples = Float32Array.from({ length }, (_, index) => {
    const seconds = index / songRate;
    const envelope = Math.exp(-seconds * 90) * Math.min(1, seconds * 2000);
    return (
      (accent ? 0.5 : 0.35) *
      envelope *
      (Math.sin(2 * Math.PI * pitch * seconds) + 0.3 * Math.sin(2 * Math.PI * pitch * 2.76 * seconds))
    );
  });
  buffer.copyToChannel(samples, 0);
  return buffer;
}
