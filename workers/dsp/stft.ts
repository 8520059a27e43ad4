// Short-time Fourier transform of a stretch of stereo sound, in the padding variants that separation networks expect.
import type { StereoBlock } from './stereo-block.ts';
import { StereoFft, type StereoBins } from './stereo-fft.ts';
import { firstFrameStart, frameCount, type StftPlan } from './stft-plan.ts';

/** Frame-major spectra: value of bin k in frame t at index t·bins + k. */
export interface StereoSpectrum extends StereoBins {
  frames: number;
  bins: number;
}

export const emptySpectrum = (frames: number, bins: number): StereoSpectrum => ({
  frames,
  bins,
  leftRe: new Float32Array(frames * bins),
  leftIm: new Float32Array(frames * bins),
  rightRe: new Float32Array(frames * bins),
  rightIm: new Float32Array(frames * bins),
});

/** Index mirrored at both ends without repeating them, for any distance: … 2 1 [0 1 2 … n-1] n-2 … */
const reflectedIndex = (index: number, length: number): number => {
  if (length === 1) return 0;
  const period = 2 * (length - 1);
  const inside = ((index % period) + period) % period;
  return inside < length ? inside : period - inside;
};

/**
 * demucs first pads the tail so that hop divides the length, then torch reflects that padded signal again. Sample
 * `index` of the doubly reflected signal, counted from the song's first sample.
 */
const paddedIndex = (plan: StftPlan, index: number, length: number): number => {
  if (plan.padding !== 'demucs') return reflectedIndex(index, length);
  const pad = Math.floor(plan.hop / 2) * 3;
  const paddedLength = frameCount(plan, length) * plan.hop + 2 * pad;
  return reflectedIndex(reflectedIndex(index + pad, paddedLength) - pad, length);
};

const loadFrame = (fft: StereoFft, plan: StftPlan, sound: StereoBlock, start: number): void => {
  const { nFft, window } = plan;
  const length = sound.left.length;
  if (start >= 0 && start + nFft <= length) {
    for (let t = 0; t < nFft; t++) {
      fft.left[t] = sound.left[start + t]! * window[t]!;
      fft.right[t] = sound.right[start + t]! * window[t]!;
    }
    return;
  }
  for (let t = 0; t < nFft; t++) {
    const from = paddedIndex(plan, start + t, length);
    fft.left[t] = sound.left[from]! * window[t]!;
    fft.right[t] = sound.right[from]! * window[t]!;
  }
};

export class Stft {
  private readonly fft: StereoFft;
  readonly plan: StftPlan;

  constructor(plan: StftPlan) {
    this.plan = plan;
    this.fft = new StereoFft(plan.nFft);
  }

  /** Transforms the whole stretch; `into`, when given, is overwritten and returned. */
  forward(sound: StereoBlock, into?: StereoSpectrum): StereoSpectrum {
    const { plan, fft } = this;
    const frames = frameCount(plan, sound.left.length);
    const spectrum = into ?? emptySpectrum(frames, plan.bins);
    if (spectrum.frames !== frames || spectrum.bins !== plan.bins)
      throw new RangeError(
        `spectrum of ${spectrum.frames}×${spectrum.bins} given, ${frames}×${plan.bins} needed`,
      );
    const first = firstFrameStart(plan);
    const row = plan.padding === 'demucs' ? this.rowWithNyquist() : undefined;
    for (let frame = 0; frame < frames; frame++) {
      loadFrame(fft, plan, sound, first + frame * plan.hop);
      if (!row) {
        fft.forward(spectrum, frame * plan.bins, plan.scale);
        continue;
      }
      fft.forward(row, 0, plan.scale);
      spectrum.leftRe.set(row.leftRe.subarray(0, plan.bins), frame * plan.bins);
      spectrum.leftIm.set(row.leftIm.subarray(0, plan.bins), frame * plan.bins);
      spectrum.rightRe.set(row.rightRe.subarray(0, plan.bins), frame * plan.bins);
      spectrum.rightIm.set(row.rightIm.subarray(0, plan.bins), frame * plan.bins);
    }
    return spectrum;
  }

  private rowWithNyquist(): StereoSpectrum {
    return emptySpectrum(1, this.fft.bins);
  }
}
