// Sound in the orders that files and pipes want. Counts are multiples of four samples.
import { at } from './vectors';

/** Left and right of a stem, side by side, into every `channels`th float. */
export function interleave(left: usize, right: usize, to: usize, channels: i32, count: i32): void {
  const step = (<usize>channels) << 2;
  for (let t = 0; t < count; t += 4) {
    const l = v128.load(at(left, t));
    const r = v128.load(at(right, t));
    const first = v128.shuffle<f32>(l, r, 0, 4, 1, 5);
    const second = v128.shuffle<f32>(l, r, 2, 6, 3, 7);
    v128.store64_lane(to, first, 0);
    v128.store64_lane(to + step, first, 1);
    v128.store64_lane(to + 2 * step, second, 0);
    v128.store64_lane(to + 3 * step, second, 1);
    to += 4 * step;
  }
}

/** The other way round, for one stem; what is louder than `most`, or no number, becomes silence. */
export function deinterleave(from: usize, left: usize, right: usize, count: i32, most: f32): void {
  const bound = f32x4.splat(most);
  for (let t = 0; t < count; t += 4) {
    const a = v128.load(at(from, 2 * t));
    const b = v128.load(at(from, 2 * t), 16);
    const l = v128.shuffle<f32>(a, b, 0, 2, 4, 6);
    const r = v128.shuffle<f32>(a, b, 1, 3, 5, 7);
    v128.store(at(left, t), v128.and(l, f32x4.le(f32x4.abs(l), bound)));
    v128.store(at(right, t), v128.and(r, f32x4.le(f32x4.abs(r), bound)));
  }
}

/** Adds left and right, times the gain, to what lies at `to`. */
export function addSum(left: usize, right: usize, gain: f32, to: usize, count: i32): void {
  const gains = f32x4.splat(gain);
  for (let t = 0; t < count; t += 4) {
    const sum = f32x4.add(v128.load(at(left, t)), v128.load(at(right, t)));
    v128.store(at(to, t), f32x4.add(v128.load(at(to, t)), f32x4.mul(sum, gains)));
  }
}

/** Rounded to the nearest of 2¹⁶ steps, left and right side by side. */
export function quantise16(left: usize, right: usize, to: usize, count: i32): void {
  const steps = f32x4.splat(0x8000);
  for (let t = 0; t < count; t += 4) {
    const l = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(v128.load(at(left, t)), steps)));
    const r = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(v128.load(at(right, t)), steps)));
    const first = v128.shuffle<i32>(l, r, 0, 4, 1, 5);
    const second = v128.shuffle<i32>(l, r, 2, 6, 3, 7);
    v128.store(at(to, t), i16x8.narrow_i32x4_s(first, second));
  }
}

/** The lower three bytes of each of four whole numbers, and four bytes of nothing behind them. */
function lowerBytes(values: v128): v128 {
  return v128.shuffle<i8>(values, values, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 3, 7, 11, 15);
}

function wholeNumbers(samples: v128): v128 {
  const scaled = f32x4.nearest(f32x4.mul(samples, f32x4.splat(0x800000)));
  return i32x4.trunc_sat_f32x4_s(f32x4.max(f32x4.splat(-0x800000), f32x4.min(f32x4.splat(0x7fffff), scaled)));
}

/** Rounded to the nearest of 2²⁴ steps, left and right side by side; four bytes more than these are written. */
export function quantise24(left: usize, right: usize, to: usize, count: i32): void {
  for (let t = 0; t < count; t += 4) {
    const l = wholeNumbers(v128.load(at(left, t)));
    const r = wholeNumbers(v128.load(at(right, t)));
    v128.store(to, lowerBytes(v128.shuffle<i32>(l, r, 0, 4, 1, 5)));
    v128.store(to, lowerBytes(v128.shuffle<i32>(l, r, 2, 6, 3, 7)), 12);
    to += 24;
  }
}
