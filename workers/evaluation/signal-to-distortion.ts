// SDR = 10·log10(|s|² / |s − ŝ|²) of stereo stems: over the whole song, and by second as MUSDB is reported.
import type { StereoBlock } from '../dsp/stereo-block.ts';

const sampleRate = 44_100;
/** Mean square of one second below which a source counts as silent there (−80 dBFS). */
const silence = 1e-8;

interface Sums {
  signal: number;
  error: number;
}

const sumsOf = (reference: StereoBlock, estimate: StereoBlock, from: number, to: number): Sums => {
  const sums = { signal: 0, error: 0 };
  const channels = [
    [reference.left, estimate.left],
    [reference.right, estimate.right],
  ] as const;
  for (const [wanted, given] of channels) {
    for (let t = from; t < to; t++) {
      const value = wanted[t] ?? 0;
      const difference = value - (given[t] ?? 0);
      sums.signal += value * value;
      sums.error += difference * difference;
    }
  }
  return sums;
};

const decibels = ({ signal, error }: Sums): number => 10 * Math.log10((signal + 1e-10) / (error + 1e-10));

/** The MDX "global" number, over everything. */
export const globalSdr = (reference: StereoBlock, estimate: StereoBlock): number =>
  decibels(sumsOf(reference, estimate, 0, reference.left.length));

/** Seconds in which every one of the references sounds: BSSEval leaves out all others. */
export const secondsWithAll = (references: readonly StereoBlock[]): number[] => {
  const seconds = Math.floor((references[0]?.left.length ?? 0) / sampleRate);
  return Array.from({ length: seconds }, (_, second) => second).filter((second) => {
    const [from, to] = [second * sampleRate, (second + 1) * sampleRate];
    return references.every((block) => sumsOf(block, block, from, to).signal / (2 * sampleRate) > silence);
  });
};

export const median = (values: readonly number[]): number | null => {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
};

/** The MUSDB number: median over the given seconds; null when there is none. */
export const medianSdr = (
  reference: StereoBlock,
  estimate: StereoBlock,
  seconds: readonly number[],
): number | null =>
  median(
    seconds.map((second) =>
      decibels(sumsOf(reference, estimate, second * sampleRate, (second + 1) * sampleRate)),
    ),
  );
