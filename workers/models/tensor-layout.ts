// Where a value lies in a tensor whose axes may come in any order: sizes and strides by the axis' meaning.
import type { TensorAxis } from './manifest.ts';

export type AxisSizes = Partial<Record<TensorAxis, number>>;

export interface TensorLayout {
  dims: number[];
  size: number;
  /** Distance between neighbours along each axis; 0 for an axis the tensor does not have. */
  stem: number;
  channel: number;
  part: number;
  bin: number;
  frame: number;
  sample: number;
}

export const layoutOf = (axes: readonly TensorAxis[], sizes: AxisSizes): TensorLayout => {
  const strides: AxisSizes = {};
  const dims: number[] = [];
  let size = 1;
  for (const axis of axes.toReversed()) {
    const length = sizes[axis];
    if (length === undefined) throw new Error(`the axis ${axis} has no size here (axes: ${axes.join(', ')})`);
    if (strides[axis] !== undefined)
      throw new Error(`the axis ${axis} is named twice (axes: ${axes.join(', ')})`);
    strides[axis] = size;
    dims.unshift(length);
    size *= length;
  }
  const merged = strides.channel_part ?? 0;
  return {
    dims,
    size,
    stem: strides.stem ?? 0,
    channel: strides.channel ?? 2 * merged,
    part: strides.part ?? merged,
    bin: strides.bin ?? 0,
    frame: strides.frame ?? 0,
    sample: strides.sample ?? 0,
  };
};
