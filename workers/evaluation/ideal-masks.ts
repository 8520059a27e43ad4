// The ceiling of every masking separator: ratio masks |S|/Σ|S| computed from the true stems.
import { magnitudes } from '../dsp/magnitude-masks.ts';
import type { StereoBlock } from '../dsp/stereo-block.ts';
import type { EvaluationSong } from './evaluation-song.ts';
import { maskedStems, spectrumOf, type StereoMask } from './masked-stems.ts';
import { byStretches, part } from './stretches.ts';

const magnitudeOf = (sound: StereoBlock): StereoMask => {
  const spectrum = spectrumOf(sound);
  const left = new Float32Array(spectrum.leftRe.length);
  const right = new Float32Array(spectrum.rightRe.length);
  magnitudes(spectrum.leftRe, spectrum.leftIm, left);
  magnitudes(spectrum.rightRe, spectrum.rightIm, right);
  return { left, right };
};

/** Magnitudes become their share of the sum, in place. */
const share = (stems: readonly Float32Array[]): void => {
  const length = stems[0]?.length ?? 0;
  for (let i = 0; i < length; i++) {
    let total = 1e-10;
    for (const stem of stems) total += stem[i] ?? 0;
    for (const stem of stems) stem[i] = (stem[i] ?? 0) / total;
  }
};

export const idealMaskEstimates = ({ mixture, stems }: EvaluationSong): Map<string, StereoBlock> =>
  byStretches(mixture.left.length, [...stems.keys()], (from, to) => {
    const masks = new Map([...stems].map(([name, stem]) => [name, magnitudeOf(part(stem, from, to))]));
    share([...masks.values()].map(({ left }) => left));
    share([...masks.values()].map(({ right }) => right));
    return maskedStems(spectrumOf(part(mixture, from, to)), masks, to - from);
  });
