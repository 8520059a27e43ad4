// How much a trace resembles itself some frames later.
import { ComplexFft } from './complex-fft.ts';

/** Of the two real signals a + i·b that were transformed at once: adds conj(A)·B, the spectrum of what a finds in b later on. */
const addCrossSpectrum = ({ re, im, size }: ComplexFft, toRe: Float64Array, toIm: Float64Array): void => {
  for (let k = 0; k < size; k++) {
    const twin = (size - k) % size;
    const [aRe, aIm] = [(re[k]! + re[twin]!) / 2, (im[k]! - im[twin]!) / 2];
    const [bRe, bIm] = [(im[k]! + im[twin]!) / 2, (re[twin]! - re[k]!) / 2];
    toRe[k]! += aRe * bRe + aIm * bIm;
    toIm[k]! += aRe * bIm - aIm * bRe;
  }
};

/**
 * Mean of x[t]·x[t+lag] for lags 0…most, of the values with their mean removed. By spectra, a stretch after the other: an
 * hour of values at a thousand lags would take seconds.
 */
export const autocorrelation = (values: Float32Array, most: number): Float64Array => {
  let mean = 0;
  for (const value of values) mean += value / Math.max(1, values.length);
  const size = 4 * 2 ** Math.ceil(Math.log2(most + 1));
  const fft = new ComplexFft(size);
  /** Values that have all their lags within one transform. */
  const stretch = size - most;
  const [powerRe, powerIm] = [new Float64Array(size), new Float64Array(size)];
  for (let from = 0; from < values.length; from += stretch) {
    for (let t = 0; t < size; t++) {
      const value = from + t < values.length ? values[from + t]! - mean : 0;
      fft.re[t] = t < stretch ? value : 0;
      fft.im[t] = value;
    }
    fft.transform();
    addCrossSpectrum(fft, powerRe, powerIm);
  }
  // The inverse transform is the forward one of the conjugate.
  fft.re.set(powerRe);
  fft.im.set(powerIm.map((value) => -value));
  fft.transform();
  const out = new Float64Array(most + 1);
  for (let lag = 0; lag <= most && lag < values.length; lag++)
    out[lag] = fft.re[lag]! / size / (values.length - lag);
  return out;
};
