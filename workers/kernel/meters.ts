// Measures of a stretch of sound: extremes, true peak, K-weighted power. What is not a number is passed over by the first
// two.
import { at } from './vectors';

/** Lowest and highest value of both channels, into the two floats at `range`, which they widen. */
export function widen(left: usize, right: usize, count: i32, range: usize): void {
  let low = v128.load32_splat(range);
  let high = v128.load32_splat(at(range, 1));
  let t = 0;
  for (; t + 4 <= count; t += 4) {
    const l = v128.load(at(left, t));
    const r = v128.load(at(right, t));
    low = f32x4.pmin(f32x4.pmin(low, l), r);
    high = f32x4.pmax(f32x4.pmax(high, l), r);
  }
  for (; t < count; t++) {
    const l = v128.load32_splat(at(left, t));
    const r = v128.load32_splat(at(right, t));
    low = f32x4.pmin(f32x4.pmin(low, l), r);
    high = f32x4.pmax(f32x4.pmax(high, l), r);
  }
  low = f32x4.pmin(low, v128.shuffle<f32>(low, low, 2, 3, 0, 1));
  high = f32x4.pmax(high, v128.shuffle<f32>(high, high, 2, 3, 0, 1));
  store<f32>(range, min<f32>(f32x4.extract_lane(low, 0), f32x4.extract_lane(low, 1)));
  store<f32>(at(range, 1), max<f32>(f32x4.extract_lane(high, 0), f32x4.extract_lane(high, 1)));
}

/** Highest absolute value among four. */
function highestOf(values: v128): f32 {
  const pairs = f32x4.pmax(values, v128.shuffle<f32>(values, values, 2, 3, 0, 1));
  return max<f32>(f32x4.extract_lane(pairs, 0), f32x4.extract_lane(pairs, 1));
}

const segment: i32 = 32;

/**
 * The highest absolute value of `samples` filtered by each of `phases` filters, or `peak` when that is higher; `count` is
 * a multiple of four, the filters reach to the samples behind. A stretch whose highest sample times `mostGain` stays under
 * the peak cannot raise it: this saves most of the work.
 */
export function truePeak(
  samples: usize,
  count: i32,
  filters: usize,
  phases: i32,
  taps: i32,
  mostGain: f32,
  peak: f32,
): f32 {
  for (let from = 0; from < count; from += segment) {
    const to = min(count, from + segment);
    let loudest = f32x4.splat(0);
    for (let t = from; t < to + taps - 1; t += 4)
      loudest = f32x4.pmax(loudest, f32x4.abs(v128.load(at(samples, t))));
    if (highestOf(loudest) * mostGain <= peak) continue;
    for (let phase = 0; phase < phases; phase++) {
      const filter = at(filters, phase * taps);
      let highest = f32x4.splat(0);
      for (let t = from; t < to; t += 4) {
        let sum = f32x4.splat(0);
        for (let tap = 0; tap < taps; tap++)
          sum = f32x4.add(
            sum,
            f32x4.mul(v128.load32_splat(at(filter, tap)), v128.load(at(samples, t + tap))),
          );
        highest = f32x4.pmax(highest, f32x4.abs(sum));
      }
      peak = max<f32>(peak, highestOf(highest));
    }
  }
  return peak;
}

/** Two float64 in a vector, both the one at this place. */
function both(place: usize, index: i32): v128 {
  return v128.load64_splat(place + ((<usize>index) << 3));
}

/**
 * Sum of squares of both channels after two biquads in series, transposed direct form II, left and right side by side.
 * `filter`: b0 b1 b2 a1 a2 of the first and a1 a2 of the second, whose numerator is 1 −2 1. `state`: two memories of the
 * first, two of the second, each of left and right.
 */
export function weightedPower(left: usize, right: usize, count: i32, filter: usize, state: usize): f64 {
  const b0 = both(filter, 0);
  const b1 = both(filter, 1);
  const b2 = both(filter, 2);
  const a1 = both(filter, 3);
  const a2 = both(filter, 4);
  const c1 = both(filter, 5);
  const c2 = both(filter, 6);
  let s1 = v128.load(state);
  let s2 = v128.load(state, 16);
  let t1 = v128.load(state, 32);
  let t2 = v128.load(state, 48);
  let sum = f64x2.splat(0);
  for (let t = 0; t < count; t++) {
    const x = f64x2.promote_low_f32x4(v128.load32_lane(at(right, t), v128.load32_zero(at(left, t)), 1));
    const y = f64x2.add(f64x2.mul(b0, x), s1);
    s1 = f64x2.add(f64x2.sub(f64x2.mul(b1, x), f64x2.mul(a1, y)), s2);
    s2 = f64x2.sub(f64x2.mul(b2, x), f64x2.mul(a2, y));
    const z = f64x2.add(y, t1);
    t1 = f64x2.sub(f64x2.sub(t2, f64x2.add(y, y)), f64x2.mul(c1, z));
    t2 = f64x2.sub(y, f64x2.mul(c2, z));
    sum = f64x2.add(sum, f64x2.mul(z, z));
  }
  v128.store(state, s1);
  v128.store(state, s2, 16);
  v128.store(state, t1, 32);
  v128.store(state, t2, 48);
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}
