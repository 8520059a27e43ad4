// Applies real masks to a song's spectrum: shared by the ideal masks and the classic baseline.
import { Istft } from '../dsp/istft.ts';
import type { StereoBlock } from '../dsp/stereo-block.ts';
import { emptySpectrum, Stft, type StereoSpectrum } from '../dsp/stft.ts';
import { planStft } from '../dsp/stft-plan.ts';

const plan = planStft({ nFft: 4096, hop: 1024, padding: 'centre', normalised: false });

export interface StereoMask {
  left: Float32Array;
  right: Float32Array;
}

export const spectrumOf = (sound: StereoBlock): StereoSpectrum => new Stft(plan).forward(sound);

const product = (values: Float32Array, mask: Float32Array, out: Float32Array): void => {
  for (let i = 0; i < values.length; i++) out[i] = (values[i] ?? 0) * (mask[i] ?? 0);
};

/** The stems' sound, one per mask; masks are laid out as the spectrum is. */
export const maskedStems = (
  song: StereoSpectrum,
  masks: Map<string, StereoMask>,
  length: number,
): Map<string, StereoBlock> => {
  const istft = new Istft(plan, length);
  const out = emptySpectrum(song.frames, song.bins);
  return new Map(
    [...masks].map(([name, { left, right }]) => {
      product(song.leftRe, left, out.leftRe);
      product(song.leftIm, left, out.leftIm);
      product(song.rightRe, right, out.rightRe);
      product(song.rightIm, right, out.rightIm);
      return [name, istft.inverse(out)];
    }),
  );
};
