// Tempo of an onset trace: the period at which the autocorrelation and its multiples are high, near walking pace.
import { autocorrelation } from '../dsp/autocorrelation.ts';
import { sharpen, valueAt } from '../dsp/smooth.ts';
import type { BeatTrace } from './beat-listener.ts';

const slowestBpm = 50;
const fastestBpm = 220;
/** People tap nearest to this; one octave off costs about two thirds. */
const favouriteBpm = 120;
const octavesOfFavour = 0.8;
/** Ratios at which another tempo may be meant: octaves, triplets, dotted notes. */
const rivalRatios = [1 / 2, 2, 2 / 3, 3 / 2, 3 / 4, 4 / 3];
const multiples = 8;

export interface FoundTempo {
  bpm: number;
  /** Sharpened trace, root mean square 1. */
  onsets: Float32Array;
  /** Autocorrelation at the period (mean of its first multiples) over that at lag 0: 0 none, 1 perfectly regular. */
  regularity: number;
  /** Score of the best tempo at a simple ratio to this one, over this one's: near 1, either may be meant. */
  rival: number;
}

const favour = (bpm: number): number =>
  Math.exp(-0.5 * (Math.log2(bpm / favouriteBpm) / octavesOfFavour) ** 2);

/** Best value within ±2 % of a lag, since the period is rarely a whole number of frames. */
const peakNear = (correlation: Float64Array, lag: number): number => {
  let best = -Infinity;
  const reach = Math.max(1, lag * 0.01);
  for (let at = lag - reach; at <= lag + reach; at += 0.5) best = Math.max(best, valueAt(correlation, at));
  return best;
};

const combStrength = (correlation: Float64Array, lag: number, count: number): number => {
  let sum = 0;
  let used = 0;
  for (let k = 1; k <= count && k * lag < correlation.length - 1; k++) {
    sum += count > 4 ? valueAt(correlation, k * lag) : peakNear(correlation, k * lag);
    used += 1;
  }
  return used > 0 ? sum / used : 0;
};

/** The whole-number search finds the period to a few percent; eight multiples find it to a few thousandths. */
const refine = (correlation: Float64Array, coarse: number): number => {
  let best = coarse;
  let bestStrength = -Infinity;
  for (let lag = coarse * 0.97; lag <= coarse * 1.03; lag += coarse * 0.0005) {
    const strength = combStrength(correlation, lag, multiples);
    if (strength > bestStrength) {
      bestStrength = strength;
      best = lag;
    }
  }
  return best;
};

export const findTempo = ({ flux, framesPerSecond }: BeatTrace): FoundTempo | null => {
  const onsets = sharpen(flux, Math.round(framesPerSecond * 0.4));
  const slowestLag = (60 * framesPerSecond) / slowestBpm;
  const correlation = autocorrelation(onsets, Math.ceil(slowestLag * (multiples + 1)));
  const power = correlation[0] ?? 0;
  if (power <= 0 || flux.length < 3 * slowestLag) return null;
  const scoreAt = (lag: number): number =>
    combStrength(correlation, lag, 4) * favour((60 * framesPerSecond) / lag);
  let best = 0;
  let bestScore = 0;
  for (let lag = Math.floor((60 * framesPerSecond) / fastestBpm); lag <= slowestLag; lag += 0.5) {
    const score = scoreAt(lag);
    if (score > bestScore) {
      bestScore = score;
      best = lag;
    }
  }
  if (best === 0) return null;
  const lag = refine(correlation, best);
  const regularity = Math.max(0, Math.min(1, combStrength(correlation, lag, 4) / power));
  const rival = Math.max(0, ...rivalRatios.map((ratio) => scoreAt(best * ratio))) / bestScore;
  return { bpm: (60 * framesPerSecond) / lag, onsets, regularity, rival };
};
