// Windows: periodic Hann for STFTs, ramps and triangles for joining chunks.

/** w[t] = ½ − ½·cos(2πt/n), as scipy.signal.get_window('hann') and torch.hann_window. */
export const hannPeriodic = (size: number): Float64Array =>
  Float64Array.from({ length: size }, (_, t) => 0.5 - 0.5 * Math.cos((2 * Math.PI * t) / size));

/** 1, 2, …, peak, …, 2, 1 over its peak: the weight with which demucs joins segments. */
export const triangle = (size: number): Float32Array => {
  const rise = Math.floor(size / 2);
  const peak = size - rise;
  return Float32Array.from({ length: size }, (_, t) => (t < rise ? t + 1 : size - t) / peak);
};

/** Flat with linear ramps of `fade` samples at both ends; never zero, so that every sample has a weight. */
export const trapezoid = (size: number, fade: number): Float32Array =>
  Float32Array.from({ length: size }, (_, t) => Math.min(1, (t + 1) / (fade + 1), (size - t) / (fade + 1)));
