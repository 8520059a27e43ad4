// Networks with a window of fixed length: how the song is cut for them, and the window's spectrum there and back.
import { Istft } from '../dsp/istft.ts';
import { emptySpectrum, Stft, type StereoSpectrum } from '../dsp/stft.ts';
import { frameCount, planStft, type StftOptions } from '../dsp/stft-plan.ts';
import type { HybridManifest, SplitManifest } from '../models/manifest.ts';

export const windowChunking = ({ samples, overlap }: { samples: number; overlap: number }) => ({
  chunkSamples: samples,
  trimSamples: 0,
  overlap,
  alignSamples: 1,
});

export interface WindowSpectrum {
  stft: Stft;
  istft: Istft;
  /** Memory that every window uses again. */
  spectrum: StereoSpectrum;
}

/** Throws when the manifest's frames are not those of its window. */
export const windowSpectrum = (
  { stft, samples }: Pick<HybridManifest | SplitManifest, 'stft' | 'samples'>,
  padding: StftOptions['padding'],
): WindowSpectrum => {
  const { n_fft: nFft, hop, frames, normalised } = stft;
  const plan = planStft({ nFft, hop, padding, normalised });
  const found = frameCount(plan, samples);
  if (frames !== found) throw new Error(`${samples} samples make ${found} frames, not ${frames}`);
  return {
    stft: new Stft(plan),
    istft: new Istft(plan, samples),
    spectrum: emptySpectrum(frames, plan.bins),
  };
};
