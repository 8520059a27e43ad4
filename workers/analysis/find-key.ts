// Key from pitch profiles: tuning first, then the major or minor profile that correlates best with what sounded.
import type { Harmony } from './harmony-listener.ts';

export interface FoundKey {
  name: string;
  /** Chance that tonic and mode are right. */
  confidence: number;
}

const names = ['C', 'C#', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'Ab', 'A', 'Bb', 'B'];

/** Albrecht and Shanahan (2013): how often each degree sounds in major and minor pieces. */
const profiles = {
  major: [0.238, 0.006, 0.111, 0.006, 0.137, 0.094, 0.016, 0.214, 0.009, 0.08, 0.008, 0.081],
  minor: [0.22, 0.006, 0.104, 0.123, 0.019, 0.103, 0.012, 0.214, 0.062, 0.022, 0.061, 0.052],
};

/** The bass plays roots: it speaks for the tonic more than for the mode. */
const bassShare = 0.35;
const stepsPerSemitone = 10;

/** Steps by which the song lies above A = 440 Hz, −5…4: where the profile is densest within semitones. */
const tuningOf = (profile: ArrayLike<number>): number => {
  let best = 0;
  let bestSum = -1;
  for (let shift = -5; shift < 5; shift++) {
    let sum = 0;
    for (let pitch = 0; pitch < 12; pitch++)
      for (const [near, weight] of [
        [-1, 0.5],
        [0, 1],
        [1, 0.5],
      ] as const) {
        const step = (pitch * stepsPerSemitone + shift + near + profile.length) % profile.length;
        sum += weight * (profile[step] ?? 0);
      }
    if (sum > bestSum) {
      bestSum = sum;
      best = shift;
    }
  }
  return best;
};

/** 12 pitch classes, summing to 1; null when nothing sounded. */
const fold = (profile: Float64Array, tuning: number): number[] | null => {
  const classes = Array.from({ length: 12 }, () => 0);
  let total = 0;
  for (const [step, strength] of profile.entries()) {
    const pitch = Math.round((step - tuning + profile.length) / stepsPerSemitone) % 12;
    classes[pitch] = (classes[pitch] ?? 0) + strength;
    total += strength;
  }
  return total > 0 ? classes.map((strength) => strength / total) : null;
};

const correlation = (a: readonly number[], b: readonly number[]): number => {
  const [meanA, meanB] = [a, b].map(
    (values) => values.reduce((sum, value) => sum + value, 0) / values.length,
  );
  let [product, squareA, squareB] = [0, 0, 0];
  for (const [index, value] of a.entries()) {
    const x = value - (meanA ?? 0);
    const y = (b[index] ?? 0) - (meanB ?? 0);
    product += x * y;
    squareA += x * x;
    squareB += y * y;
  }
  return squareA > 0 && squareB > 0 ? product / Math.sqrt(squareA * squareB) : 0;
};

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

export const findKey = ({ bass, rest }: Harmony): FoundKey => {
  const tuning = tuningOf(rest.map((strength, step) => strength + (bass[step] ?? 0)));
  const [low, high] = [fold(bass, tuning), fold(rest, tuning)];
  if (!low && !high) return { name: '', confidence: 0 };
  const share = low && high ? bassShare : low ? 1 : 0;
  const sounded = Array.from(
    { length: 12 },
    (_, pitch) => share * (low?.[pitch] ?? 0) + (1 - share) * (high?.[pitch] ?? 0),
  );
  const scores = (['major', 'minor'] as const).flatMap((mode) =>
    names.map((tonic, shift) => ({
      name: `${tonic} ${mode}`,
      score: correlation(
        sounded,
        Array.from({ length: 12 }, (_, pitch) => profiles[mode][(pitch - shift + 12) % 12] ?? 0),
      ),
    })),
  );
  const [best, second] = scores.toSorted((a, b) => b.score - a.score);
  if (!best || !second) return { name: '', confidence: 0 };
  return {
    name: best.name,
    confidence: logistic(-6.2 + 6.5 * best.score + 14 * (best.score - second.score)),
  };
};
