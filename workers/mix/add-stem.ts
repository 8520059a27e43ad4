// Adds a stem to a mix with its gain and its place between left and right, as the practice room's own strips do.
import type { StereoBlock } from '../dsp/stereo-block.ts';

/** What of each input channel reaches each output channel. */
export type StemMatrix = {
  leftToLeft: number;
  leftToRight: number;
  rightToLeft: number;
  rightToRight: number;
};

/** The stereo panner of the Web Audio API (§1.32): what leaves one side is added to the other at equal power. */
export const stemMatrix = (gain: number, pan: number): StemMatrix => {
  const angle = ((pan <= 0 ? pan + 1 : pan) * Math.PI) / 2;
  const near = Math.cos(angle) * gain;
  const far = Math.sin(angle) * gain;
  if (pan === 0) return { leftToLeft: gain, leftToRight: 0, rightToLeft: 0, rightToRight: gain };
  return pan < 0
    ? { leftToLeft: gain, leftToRight: 0, rightToLeft: near, rightToRight: far }
    : { leftToLeft: near, leftToRight: far, rightToLeft: 0, rightToRight: gain };
};

const fullScale = 32_768;

/** `samples`: interleaved 16-bit stereo, as many frames as the mix has. */
export const addStem = (mix: StereoBlock, samples: Int16Array, matrix: StemMatrix): void => {
  const { leftToLeft, leftToRight, rightToLeft, rightToRight } = matrix;
  for (let frame = 0; frame < mix.left.length; frame += 1) {
    const left = (samples[2 * frame] ?? 0) / fullScale;
    const right = (samples[2 * frame + 1] ?? 0) / fullScale;
    mix.left[frame] = (mix.left[frame] ?? 0) + left * leftToLeft + right * rightToLeft;
    mix.right[frame] = (mix.right[frame] ?? 0) + left * leftToRight + right * rightToRight;
  }
};
