// Copies values between arrays in steps: to[to0 + i·toStep] = from[from0 + i·fromStep].

export interface StridedArrays {
  from: Float32Array;
  to: Float32Array;
  count: number;
}

export interface StridedPlaces {
  from?: number;
  fromStep?: number;
  to?: number;
  toStep?: number;
}

export const copyStrided = ({ from, to, count }: StridedArrays, places: StridedPlaces): void => {
  const { from: from0 = 0, fromStep = 1, to: to0 = 0, toStep = 1 } = places;
  for (let i = 0, a = from0, b = to0; i < count; i++, a += fromStep, b += toStep) to[b] = from[a]!;
};
