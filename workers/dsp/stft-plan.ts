// The numbers of one STFT: sizes, window, padding variant and scale, checked once and shared by both directions.
import { hannPeriodic } from './window.ts';

/**
 * none: frame i starts at sample i·hop, as tf.signal.stft.
 * centre: n_fft/2 reflected samples on both sides, as torch.stft(center=True).
 * demucs: reflected so that frames = ceil(length/hop), Nyquist bin dropped, as demucs' HTDemucs._spec.
 */
type StftPadding = 'none' | 'centre' | 'demucs';

export interface StftOptions {
  nFft: number;
  hop: number;
  padding: StftPadding;
  /** Divide by √n_fft forward and multiply back, as torch.stft(normalized=True). */
  normalised: boolean;
}

export interface StftPlan extends StftOptions {
  window: Float64Array;
  /** Bins that the spectrum stores: n_fft/2 + 1, one fewer for demucs. */
  bins: number;
  scale: number;
}

export const planStft = (options: StftOptions): StftPlan => {
  const { nFft, hop, padding } = options;
  if (!Number.isInteger(nFft) || nFft < 2)
    throw new RangeError(`n_fft must be a whole number from 2, got ${nFft}`);
  if (!Number.isInteger(hop) || hop < 1 || hop > nFft)
    throw new RangeError(`hop must lie between 1 and n_fft ${nFft}, got ${hop}`);
  if (padding !== 'none' && nFft % 2 !== 0)
    throw new RangeError(`n_fft must be even with padding, got ${nFft}`);
  if (padding === 'demucs' && nFft !== 4 * hop)
    throw new RangeError(`demucs padding needs n_fft = 4·hop, got ${nFft} and ${hop}`);
  return {
    ...options,
    window: hannPeriodic(nFft),
    bins: Math.floor(nFft / 2) + (padding === 'demucs' ? 0 : 1),
    scale: options.normalised ? 1 / Math.sqrt(nFft) : 1,
  };
};

export const frameCount = ({ nFft, hop, padding }: StftOptions, length: number): number => {
  if (padding === 'centre') return Math.floor(length / hop) + 1;
  if (padding === 'demucs') return Math.ceil(length / hop);
  return length < nFft ? 0 : Math.floor((length - nFft) / hop) + 1;
};

/** Where frame 0 begins relative to the first sample (zero or negative). */
export const firstFrameStart = ({ nFft, hop, padding }: StftOptions): number => {
  if (padding === 'none') return 0;
  // demucs pads 3/2 hop, then torch pads n/2, then two frames are dropped: -(1.5·hop) - n/2 + 2·hop.
  return padding === 'centre' ? -nFft / 2 : Math.floor(hop / 2) - nFft / 2;
};
