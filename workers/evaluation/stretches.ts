// Works through a long song in stretches of half a minute, so that whole-song spectra never have to fit in memory.
import { zeroBlock, type StereoBlock } from '../dsp/stereo-block.ts';

const stretchSamples = 30 * 44_100;

export const part = ({ left, right }: StereoBlock, from: number, to: number): StereoBlock => ({
  left: left.subarray(from, to),
  right: right.subarray(from, to),
});

/** Calls `separate` for every stretch and joins the stems that it returns. */
export const byStretches = (
  length: number,
  names: readonly string[],
  separate: (from: number, to: number) => Map<string, StereoBlock>,
): Map<string, StereoBlock> => {
  const whole = new Map(names.map((name) => [name, zeroBlock(length)]));
  const count = Math.max(1, Math.round(length / stretchSamples));
  for (let stretch = 0; stretch < count; stretch++) {
    const [from, to] = [stretch, stretch + 1].map((edge) => Math.round((length * edge) / count)) as [
      number,
      number,
    ];
    for (const [name, block] of separate(from, to)) {
      whole.get(name)?.left.set(block.left, from);
      whole.get(name)?.right.set(block.right, from);
    }
  }
  return whole;
};
