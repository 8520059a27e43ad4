// Spectra of stereo sound: left and right travel through one complex FFT as its real and imaginary part.
// A spectrum is four planes of frames: real and imaginary parts of left and of right, each with bins 0…n/2.
import { at, reversed, storeTurned, sumOf } from './vectors';

/** Two rows of `count` floats multiplied into a third: a stretch of sound and its window, sums and their gain. */
export function multiply(a: usize, b: usize, to: usize, count: i32): void {
  for (let t = 0; t < count; t += 4)
    v128.store(at(to, t), f32x4.mul(v128.load(at(a, t)), v128.load(at(b, t))));
}

/** One frame's transform, `size` + 4 floats long, taken apart into both channels' bins, times `scale`. */
export function splitChannels(
  re: usize,
  im: usize,
  size: i32,
  scale: f32,
  leftRe: usize,
  leftIm: usize,
  rightRe: usize,
  rightIm: usize,
): void {
  const half = size >> 1;
  const gain = f32x4.splat(scale / 2);
  // Bin 0 is its own mirror.
  store<f32>(at(re, size), load<f32>(re));
  store<f32>(at(im, size), load<f32>(im));
  for (let k = 0; k < half; k += 4) {
    const zr = v128.load(at(re, k));
    const zi = v128.load(at(im, k));
    const mr = reversed(v128.load(at(re, size - k - 3)));
    const mi = reversed(v128.load(at(im, size - k - 3)));
    v128.store(at(leftRe, k), f32x4.mul(f32x4.add(zr, mr), gain));
    v128.store(at(leftIm, k), f32x4.mul(f32x4.sub(zi, mi), gain));
    v128.store(at(rightRe, k), f32x4.mul(f32x4.add(zi, mi), gain));
    v128.store(at(rightIm, k), f32x4.mul(f32x4.sub(mr, zr), gain));
  }
  store<f32>(at(leftRe, half), load<f32>(at(re, half)) * scale);
  store<f32>(at(leftIm, half), 0);
  store<f32>(at(rightRe, half), load<f32>(at(im, half)) * scale);
  store<f32>(at(rightIm, half), 0);
}

/**
 * Both channels' bins times their factors put together for a transform that leaves `size` times the left channel in `im`
 * and the right one in `re`: the inverse of z is swap(forward(swap(z)))/n.
 */
export function joinChannels(
  leftRe: usize,
  leftIm: usize,
  rightRe: usize,
  rightIm: usize,
  leftFactors: usize,
  rightFactors: usize,
  re: usize,
  im: usize,
  size: i32,
): void {
  const half = size >> 1;
  for (let k = 0; k < half; k += 4) {
    const l = v128.load(at(leftFactors, k));
    const r = v128.load(at(rightFactors, k));
    const lr = f32x4.mul(v128.load(at(leftRe, k)), l);
    const li = f32x4.mul(v128.load(at(leftIm, k)), l);
    const rr = f32x4.mul(v128.load(at(rightRe, k)), r);
    const ri = f32x4.mul(v128.load(at(rightIm, k)), r);
    v128.store(at(re, size - k - 3), reversed(f32x4.sub(rr, li)));
    v128.store(at(im, size - k - 3), reversed(f32x4.add(lr, ri)));
    v128.store(at(re, k), f32x4.add(li, rr));
    v128.store(at(im, k), f32x4.sub(lr, ri));
  }
  store<f32>(at(re, half), load<f32>(at(rightRe, half)) * load<f32>(at(rightFactors, half)));
  store<f32>(at(im, half), load<f32>(at(leftRe, half)) * load<f32>(at(leftFactors, half)));
}

/**
 * Adds a frame to the sums of those that overlap now. A hop of sums will not change any more and goes, times `gain`, into
 * the sound, the others move up, before the zeros behind them: all in one walk, as memory is what this costs.
 */
export function addFrame(
  time: usize,
  window: usize,
  sums: usize,
  gain: usize,
  sound: usize,
  hop: i32,
  size: i32,
): void {
  for (let t = 0; t < hop; t += 4) {
    const sum = f32x4.add(
      v128.load(at(sums, t)),
      f32x4.mul(v128.load(at(time, t)), v128.load(at(window, t))),
    );
    v128.store(at(sound, t), f32x4.mul(sum, v128.load(at(gain, t))));
  }
  for (let t = hop; t < size; t += 4) {
    const sum = f32x4.add(
      v128.load(at(sums, t)),
      f32x4.mul(v128.load(at(time, t)), v128.load(at(window, t))),
    );
    v128.store(at(sums, t - hop), sum);
  }
}

function sizeOf(re: usize, im: usize): v128 {
  const real = v128.load(re);
  const imaginary = v128.load(im);
  return f32x4.sqrt(f32x4.add(f32x4.mul(real, real), f32x4.mul(imaginary, imaginary)));
}

/**
 * |X| of one channel, frames of `row` floats, into a tensor that has bin k of frame t at k·binStep + t·frameStep.
 * Answers with the sum of all that were written. Bins and frames come in fours where frames are neighbours.
 */
export function magnitudes(
  re: usize,
  im: usize,
  row: i32,
  frames: i32,
  bins: i32,
  to: usize,
  binStep: i32,
  frameStep: i32,
): f64 {
  let total: f64 = 0;
  if (frameStep !== 1 || (bins & 3) !== 0 || (frames & 3) !== 0) {
    for (let t = 0; t < frames; t++)
      for (let k = 0; k < bins; k++) {
        const real = load<f32>(at(re, t * row + k));
        const imaginary = load<f32>(at(im, t * row + k));
        const size = sqrt<f32>(real * real + imaginary * imaginary);
        store<f32>(at(to, k * binStep + t * frameStep), size);
        total += size;
      }
    return total;
  }
  for (let k = 0; k < bins; k += 4) {
    let sum = f32x4.splat(0);
    for (let t = 0; t < frames; t += 4) {
      const from = t * row + k;
      const a = sizeOf(at(re, from), at(im, from));
      const b = sizeOf(at(re, from + row), at(im, from + row));
      const c = sizeOf(at(re, from + 2 * row), at(im, from + 2 * row));
      const d = sizeOf(at(re, from + 3 * row), at(im, from + 3 * row));
      sum = f32x4.add(sum, f32x4.add(f32x4.add(a, b), f32x4.add(c, d)));
      storeTurned(a, b, c, d, at(to, k * binStep + t), at(0, binStep));
    }
    total += sumOf(sum);
  }
  return total;
}

/** `count` floats times `gain`, a multiple of four. */
export function scale(values: usize, count: i32, gain: f32): void {
  const factor = f32x4.splat(gain);
  for (let i = 0; i < count; i += 4) v128.store(at(values, i), f32x4.mul(v128.load(at(values, i)), factor));
}

/** Beyond its bins a mask has the mean of its top bins, or nothing when `meanOfTop` is 0. */
function fillUpper(factors: usize, bins: i32, rowBins: i32, meanOfTop: i32): void {
  let sum: f32 = 0;
  for (let k = bins - meanOfTop; k < bins; k++) sum += load<f32>(at(factors, k));
  const fill = meanOfTop > 0 ? sum / <f32>meanOfTop : 0;
  for (let k = bins; k < rowBins; k++) store<f32>(at(factors, k), fill);
}

/**
 * Factors of `count` frames from a mask that has bin k of frame t at k·binStep + t·frameStep, each frame `row` floats
 * long with `rowBins` factors. Bins and frames come in fours where frames are neighbours.
 */
export function loadFactors(
  mask: usize,
  binStep: i32,
  frameStep: i32,
  count: i32,
  bins: i32,
  to: usize,
  row: i32,
  rowBins: i32,
  meanOfTop: i32,
): void {
  if (frameStep !== 1 || (bins & 3) !== 0 || (count & 3) !== 0) {
    for (let t = 0; t < count; t++)
      for (let k = 0; k < bins; k++)
        store<f32>(at(to, t * row + k), load<f32>(at(mask, k * binStep + t * frameStep)));
  } else {
    for (let k = 0; k < bins; k += 4)
      for (let t = 0; t < count; t += 4) {
        const from = k * binStep + t;
        storeTurned(
          v128.load(at(mask, from)),
          v128.load(at(mask, from + binStep)),
          v128.load(at(mask, from + 2 * binStep)),
          v128.load(at(mask, from + 3 * binStep)),
          at(to, t * row + k),
          at(0, row),
        );
      }
  }
  for (let t = 0; t < count; t++) fillUpper(at(to, t * row), bins, rowBins, meanOfTop);
}
