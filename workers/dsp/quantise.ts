// Stereo sound as the integers of a WAV file.
import type { StereoBlock } from './stereo-block.ts';

/**
 * Rounds to whole steps without dither: stems are summed again in the practice room, where six dithers would add up,
 * and digital silence stays silent.
 */
const toInteger = (sample: number, scale: number): number =>
  Math.max(-scale, Math.min(scale - 1, Math.floor(sample * scale + 0.5)));

export const quantise16 = ({ left, right }: StereoBlock): Buffer => {
  const samples = new Int16Array(left.length * 2);
  for (let t = 0; t < left.length; t++) {
    samples[2 * t] = toInteger(left[t]!, 0x8000);
    samples[2 * t + 1] = toInteger(right[t]!, 0x8000);
  }
  return Buffer.from(samples.buffer);
};

export const quantise24 = ({ left, right }: StereoBlock): Buffer => {
  const bytes = new Uint8Array(left.length * 6);
  for (let t = 0, at = 0; t < left.length; t++, at += 6) {
    const a = toInteger(left[t]!, 0x800000);
    const b = toInteger(right[t]!, 0x800000);
    bytes[at] = a;
    bytes[at + 1] = a >> 8;
    bytes[at + 2] = a >> 16;
    bytes[at + 3] = b;
    bytes[at + 4] = b >> 8;
    bytes[at + 5] = b >> 16;
  }
  return Buffer.from(bytes.buffer);
};
