// Beats of an onset trace given its tempo: the path of nearly equal steps through the strongest onsets (Ellis 2007).
import type { BeatTrace } from './beat-listener.ts';
import { confidenceFrom } from './confidence.ts';
import type { FoundTempo } from './find-tempo.ts';

/** How dearly a step that differs from the period is paid for. */
const tightness = 120;

export interface TrackedBeats {
  tempo: { bpm: number; confidence: number };
  /** Seconds from the start of the song. */
  beats: number[];
}

const none: TrackedBeats = { tempo: { bpm: 0, confidence: 0 }, beats: [] };

const bestPath = (onsets: Float32Array, period: number): number[] => {
  const length = onsets.length;
  const score = new Float32Array(length);
  const before = new Int32Array(length).fill(-1);
  const nearest = Math.max(1, Math.round(period / 2));
  const furthest = Math.round(period * 2);
  const costs = Float32Array.from({ length: furthest + 1 }, (_, step) =>
    step < nearest ? 0 : tightness * Math.log(step / period) ** 2,
  );
  for (let t = 0; t < length; t++) {
    let best = 0;
    for (let step = nearest; step <= furthest && step <= t; step++) {
      const candidate = (score[t - step] ?? 0) - (costs[step] ?? 0);
      if (candidate > best) {
        best = candidate;
        before[t] = t - step;
      }
    }
    score[t] = (onsets[t] ?? 0) + best;
  }
  let at = Math.max(0, length - 1);
  for (let t = Math.max(0, length - furthest); t < length; t++)
    if ((score[t] ?? 0) > (score[at] ?? 0)) at = t;
  const path: number[] = [];
  for (; at >= 0; at = before[at] ?? -1) path.push(at);
  return path.toReversed();
};

/** Onset peak between frames, by the parabola through three values. */
const refined = (onsets: Float32Array, frame: number): number => {
  const [a, b, c] = [onsets[frame - 1] ?? 0, onsets[frame] ?? 0, onsets[frame + 1] ?? 0];
  const bend = a - 2 * b + c;
  return bend < 0 ? frame + Math.max(-0.5, Math.min(0.5, (a - c) / (2 * bend))) : frame;
};

/** Beats before the first and after the last sound are no beats. */
const withinSound = (path: number[], onsets: Float32Array): number[] => {
  const heard = (frame: number): boolean =>
    [-2, -1, 0, 1, 2].some((offset) => (onsets[frame + offset] ?? 0) > 0.5);
  const first = path.findIndex(heard);
  const last = path.findLastIndex(heard);
  return first < 0 ? [] : path.slice(first, last + 1);
};

const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
};

export const trackBeats = (trace: BeatTrace, found: FoundTempo | null): TrackedBeats => {
  if (!found) return none;
  const { framesPerSecond, startSeconds } = trace;
  const { onsets, bpm, regularity, rival } = found;
  const path = withinSound(bestPath(onsets, (60 * framesPerSecond) / bpm), onsets);
  if (path.length < 8) return none;
  const beats = path.map((frame) => startSeconds + refined(onsets, frame) / framesPerSecond);
  const steps = beats.slice(1).map((beat, index) => beat - (beats[index] ?? 0));
  const step = median(steps);
  const steady = steps.filter((other) => Math.abs(other / step - 1) < 0.06).length / steps.length;
  const atBeats = path.filter((frame) => (onsets[frame] ?? 0) > 1).length / path.length;
  const confidence = confidenceFrom({ regularity, steady, atBeats, rival });
  return { tempo: { bpm: steadyBpm(beats, step), confidence }, beats };
};

/** Mean tempo over the beats that keep the step, which is far finer than one step in frames. */
const steadyBpm = (beats: number[], step: number): number => {
  let seconds = 0;
  let count = 0;
  for (let index = 1; index < beats.length; index++) {
    const own = (beats[index] ?? 0) - (beats[index - 1] ?? 0);
    if (Math.abs(own / step - 1) > 0.1) continue;
    seconds += own;
    count += 1;
  }
  return count > 0 && seconds > 0 ? (60 * count) / seconds : 60 / step;
};
