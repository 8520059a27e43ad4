// Guesses bars from beats: kick and change of harmony at every third or fourth beat. Answers only when they agree clearly.
import type { BeatTrace } from './beat-listener.ts';
import type { Harmony } from './harmony-listener.ts';

export interface FoundBar {
  /** Index into the beats. */
  firstDownbeat: number;
  beatsPerBar: number;
}

/** The best phase must stand out from the second best by this many standard errors. */
const leastMargin = 2;
const leastBars = 4;

const strongestNear = (values: Float32Array, frame: number): number => {
  let best = 0;
  for (let at = Math.round(frame) - 3; at <= Math.round(frame) + 3; at++)
    best = Math.max(best, values[at] ?? 0);
  return best;
};

/** Cosine distance between the pitches of the frames around two song times. */
const harmonyChange = (
  { frames, framesPerSecond, startSeconds }: Harmony,
  before: number,
  after: number,
): number => {
  const [a, b] = [before, after].map((seconds) => {
    const frame = Math.max(0, Math.round((seconds - startSeconds) * framesPerSecond));
    return frames.slice(frame * 12, frame * 12 + 12);
  });
  let [product, squareA, squareB] = [0, 0, 0];
  for (let pitch = 0; pitch < 12; pitch++) {
    const [x, y] = [a?.[pitch] ?? 0, b?.[pitch] ?? 0];
    product += x * y;
    squareA += x * x;
    squareB += y * y;
  }
  return squareA > 0 && squareB > 0 ? 1 - product / Math.sqrt(squareA * squareB) : 0;
};

/** Mean 0 and deviation 1; constant values become zeros. */
const standardised = (values: number[]): number[] => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
  return values.map((value) => (deviation > 1e-9 ? (value - mean) / deviation : 0));
};

interface Guess extends FoundBar {
  margin: number;
}

const guessFor = (accents: number[], beatsPerBar: number): Guess => {
  const means = Array.from({ length: beatsPerBar }, (_, phase) => {
    const own = accents.filter((_value, index) => index % beatsPerBar === phase);
    return { phase, mean: own.reduce((sum, value) => sum + value, 0) / Math.max(1, own.length) };
  }).toSorted((a, b) => b.mean - a.mean);
  const [best, second] = means;
  const error = Math.sqrt((2 * beatsPerBar) / accents.length);
  return {
    beatsPerBar,
    firstDownbeat: best?.phase ?? 0,
    margin: ((best?.mean ?? 0) - (second?.mean ?? 0)) / error,
  };
};

export const findBar = (beats: readonly number[], trace: BeatTrace, harmony: Harmony): FoundBar | null => {
  const kicks = standardised(
    beats.map((beat) => strongestNear(trace.lowFlux, (beat - trace.startSeconds) * trace.framesPerSecond)),
  );
  const changes = standardised(
    beats.map((beat, index) => {
      const step = index > 0 ? beat - (beats[index - 1] ?? 0) : (beats[1] ?? beat) - beat;
      return harmonyChange(harmony, beat - step / 2, beat + step / 2);
    }),
  );
  const accents = kicks.map((kick, index) => 0.5 * kick + (changes[index] ?? 0));
  const guesses = [4, 3]
    .filter((count) => beats.length >= count * leastBars)
    .map((count) => guessFor(accents, count));
  const [best] = guesses.toSorted((a, b) => b.margin - a.margin);
  if (!best || best.margin < leastMargin) return null;
  return { firstDownbeat: best.firstDownbeat, beatsPerBar: best.beatsPerBar };
};
