// What signal processing does without learning: harmonic/percussive split by medians (Fitzgerald 2010), then the
// percussive part is the drums, the harmonic part below 120 Hz the bass, its centre up to 8 kHz the voice, the rest other.
import type { StereoBlock } from '../dsp/stereo-block.ts';
import type { StereoSpectrum } from '../dsp/stft.ts';
import { maskedStems, spectrumOf } from './masked-stems.ts';
import { byStretches, part } from './stretches.ts';

const reach = 8;
const hertzPerBin = 44_100 / 4096;
const bassBelowHertz = 120;
const voiceBelowHertz = 8000;

/** Median of up to 2·reach + 1 values around each index of a strided row. */
const runningMedian = (
  values: Float32Array,
  out: Float32Array,
  row: { from: number; step: number; count: number },
): void => {
  const { from, step, count } = row;
  const window = new Float32Array(2 * reach + 1);
  for (let i = 0; i < count; i++) {
    const first = Math.max(0, i - reach);
    const size = Math.min(count, i + reach + 1) - first;
    for (let j = 0; j < size; j++) window[j] = values[from + (first + j) * step] ?? 0;
    const sorted = window.subarray(0, size).sort();
    out[from + i * step] = sorted[size >> 1] ?? 0;
  }
};

/** Share of the percussive part in every bin of the mid signal. */
const percussiveShare = (song: StereoSpectrum): Float32Array => {
  const { frames, bins } = song;
  const middle = Float32Array.from(song.leftRe, (re, i) =>
    Math.hypot(re + (song.rightRe[i] ?? 0), (song.leftIm[i] ?? 0) + (song.rightIm[i] ?? 0)),
  );
  const steady = new Float32Array(middle.length);
  const sudden = new Float32Array(middle.length);
  for (let k = 0; k < bins; k++) runningMedian(middle, steady, { from: k, step: bins, count: frames });
  for (let t = 0; t < frames; t++) runningMedian(middle, sudden, { from: t * bins, step: 1, count: bins });
  return sudden.map((value, i) => value ** 2 / (value ** 2 + (steady[i] ?? 0) ** 2 + 1e-12));
};

/** 1 where both channels are alike in level and phase, 0 where they have nothing in common. */
const centreShare = (song: StereoSpectrum): Float32Array =>
  Float32Array.from(song.leftRe, (lr, i) => {
    const [li, rr, ri] = [song.leftIm[i] ?? 0, song.rightRe[i] ?? 0, song.rightIm[i] ?? 0];
    return Math.max(0, (2 * (lr * rr + li * ri)) / (lr * lr + li * li + rr * rr + ri * ri + 1e-12)) ** 4;
  });

const separateStretch = (sound: StereoBlock): Map<string, StereoBlock> => {
  const song = spectrumOf(sound);
  const drums = percussiveShare(song);
  const centre = centreShare(song);
  const names = ['vocals', 'bass', 'other'] as const;
  const masks = new Map(names.map((name) => [name, new Float32Array(drums.length)]));
  for (let i = 0; i < drums.length; i++) {
    const hertz = (i % song.bins) * hertzPerBin;
    const harmonic = 1 - (drums[i] ?? 0);
    const low = hertz < bassBelowHertz;
    const voice = low || hertz > voiceBelowHertz ? 0 : harmonic * (centre[i] ?? 0);
    masks.get('bass')?.fill(low ? harmonic : 0, i, i + 1);
    masks.get('vocals')?.fill(voice, i, i + 1);
    masks.get('other')?.fill(low ? 0 : harmonic - voice, i, i + 1);
  }
  const stereo = [...masks, ['drums', drums] as const].map(
    ([name, mask]) => [name, { left: mask, right: mask }] as const,
  );
  return maskedStems(song, new Map(stereo), sound.left.length);
};

export const classicEstimates = (mixture: StereoBlock): Map<string, StereoBlock> =>
  byStretches(mixture.left.length, ['vocals', 'drums', 'bass', 'other'], (from, to) =>
    separateStretch(part(mixture, from, to)),
  );
