// Four floats at a time: places are addresses in bytes, indices count floats.

export function at(place: usize, index: i32): usize {
  return place + ((<usize>index) << 2);
}

/** The same four values, the last first. */
export function reversed(values: v128): v128 {
  return v128.shuffle<f32>(values, values, 3, 2, 1, 0);
}

/** Sum of the four values. */
export function sumOf(values: v128): f64 {
  const pairs = f64x2.add(
    f64x2.promote_low_f32x4(values),
    f64x2.promote_low_f32x4(v128.shuffle<f32>(values, values, 2, 3, 0, 1)),
  );
  return f64x2.extract_lane(pairs, 0) + f64x2.extract_lane(pairs, 1);
}

/** Columns of a 4×4 square become rows: value i of vector k goes to value k of the vector stored at `to` + i·`step`. */
export function storeTurned(a: v128, b: v128, c: v128, d: v128, to: usize, step: usize): void {
  const ab = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
  const cd = v128.shuffle<f32>(c, d, 0, 4, 1, 5);
  const abHigh = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
  const cdHigh = v128.shuffle<f32>(c, d, 2, 6, 3, 7);
  v128.store(to, v128.shuffle<f32>(ab, cd, 0, 1, 4, 5));
  v128.store(to + step, v128.shuffle<f32>(ab, cd, 2, 3, 6, 7));
  v128.store(to + 2 * step, v128.shuffle<f32>(abHigh, cdHigh, 0, 1, 4, 5));
  v128.store(to + 3 * step, v128.shuffle<f32>(abHigh, cdHigh, 2, 3, 6, 7));
}
