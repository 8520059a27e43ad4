// A stretch of stereo sound: both channels equally long, 44.1 kHz, nominal range -1…1.
export interface StereoBlock {
  left: Float32Array;
  right: Float32Array;
}

export const zeroBlock = (length: number): StereoBlock => ({
  left: new Float32Array(length),
  right: new Float32Array(length),
});

/** Samples [from, to) in memory of their own. */
export const copyBlock = ({ left, right }: StereoBlock, from: number, to: number): StereoBlock => ({
  left: left.slice(from, to),
  right: right.slice(from, to),
});

export const isSilent = ({ left, right }: StereoBlock): boolean => {
  for (let t = 0; t < left.length; t++) if (left[t] !== 0 || right[t] !== 0) return false;
  return true;
};

export const isMono = ({ left, right }: StereoBlock): boolean => {
  for (let t = 0; t < left.length; t++) if (left[t] !== right[t]) return false;
  return true;
};
