// Moves one real plane (one channel's real or imaginary part, or magnitudes) between frame-major spectra and tensors.

/** Where a plane lies in a tensor: value of bin k in frame t at base + k·bin + t·frame. */
export interface PlanePlace {
  base: number;
  bin: number;
  frame: number;
}

export interface PlaneSize {
  frames: number;
  /** Bins to move; the plane may hold more per frame. */
  bins: number;
  planeBins: number;
}

export const planeToTensor = (
  plane: Float32Array,
  size: PlaneSize,
  tensor: Float32Array,
  place: PlanePlace,
): void => {
  for (let t = 0; t < size.frames; t++) {
    let to = place.base + t * place.frame;
    const from = t * size.planeBins;
    for (let k = 0; k < size.bins; k++, to += place.bin) tensor[to] = plane[from + k]!;
  }
};

/** Bins that the tensor does not have become zero. */
export const tensorToPlane = (
  tensor: Float32Array,
  place: PlanePlace,
  plane: Float32Array,
  size: PlaneSize,
): void => {
  for (let t = 0; t < size.frames; t++) {
    let from = place.base + t * place.frame;
    const to = t * size.planeBins;
    for (let k = 0; k < size.bins; k++, from += place.bin) plane[to + k] = tensor[from]!;
    plane.fill(0, to + size.bins, to + size.planeBins);
  }
};
