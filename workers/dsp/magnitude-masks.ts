// Magnitudes of spectra, and masks made of the magnitudes that networks estimate.

/** Added to sums of squares in ratio masks, as Spleeter does. */
const ratioFloor = 1e-10;

/** |X| of one channel, frame-major, into `out`. */
export const magnitudes = (re: Float32Array, im: Float32Array, out: Float32Array): void => {
  for (let i = 0; i < re.length; i++) out[i] = Math.sqrt(re[i]! * re[i]! + im[i]! * im[i]!);
};

/** Magnitude estimates of all stems become factors m²/Σm², in place; arrays are equally laid out. */
export const ratioMasks = (estimates: Float32Array[]): void => {
  const length = estimates[0]?.length ?? 0;
  for (let i = 0; i < length; i++) {
    let total = ratioFloor;
    for (const estimate of estimates) total += estimate[i]! * estimate[i]!;
    const share = ratioFloor / estimates.length;
    for (const estimate of estimates) estimate[i] = (estimate[i]! * estimate[i]! + share) / total;
  }
};
