// Small operations on onset traces: subtracting the surroundings, reading between frames.

/** max(0, x − mean of x within ±radius), scaled to a root mean square of 1; all zeros stay zeros. */
export const sharpen = (values: Float32Array, radius: number): Float32Array => {
  const sums = new Float64Array(values.length + 1);
  for (let i = 0; i < values.length; i++) sums[i + 1] = sums[i]! + values[i]!;
  const out = new Float32Array(values.length);
  let squares = 0;
  for (let i = 0; i < values.length; i++) {
    const from = Math.max(0, i - radius);
    const to = Math.min(values.length, i + radius + 1);
    out[i] = Math.max(0, values[i]! - (sums[to]! - sums[from]!) / (to - from));
    squares += out[i]! * out[i]!;
  }
  const level = Math.sqrt(squares / Math.max(1, values.length));
  if (level > 0) for (let i = 0; i < out.length; i++) out[i]! /= level;
  return out;
};

/** Value between two indices by straight line; zero outside. */
export const valueAt = (values: ArrayLike<number>, position: number): number => {
  const below = Math.floor(position);
  const share = position - below;
  return (values[below] ?? 0) * (1 - share) + (values[below + 1] ?? 0) * share;
};
