// How strongly each pitch sounds in streamed sound: spectral peaks folded into 120 steps of 10 cents per octave.
// Two mono signals at once (bass and the rest) through one 16384-point transform, 5.4 frames a second.
import { StereoFft } from './stereo-fft.ts';
import { hannPeriodic } from './window.ts';

const sampleRate = 44_100;
const size = 16_384;
const hop = 8192;
const stepsPerOctave = 120;
export const framesPerSecond = sampleRate / hop;
/** Middle of frame 0. */
export const profileStartSeconds = size / 2 / sampleRate;
/** Peaks weaker than this share of the frame's strongest do not count. */
const leastPeak = 0.03;

interface PitchRange {
  lowestHz: number;
  highestHz: number;
}

/** Adds one frame's spectral peaks to `profile` (120 steps from C); pitch between bins by a parabola on the log. */
const addPeaks = (power: Float64Array, range: PitchRange, profile: Float64Array): void => {
  const from = Math.ceil((range.lowestHz * size) / sampleRate);
  const to = Math.floor((range.highestHz * size) / sampleRate);
  let top = 0;
  for (let k = from; k <= to; k++) top = Math.max(top, power[k]!);
  if (top < 1e-10) return;
  for (let k = from; k <= to; k++) {
    const here = power[k]!;
    if (here < top * leastPeak * leastPeak || here <= power[k - 1]! || here < power[k + 1]!) continue;
    const [a, b, c] = [Math.log(power[k - 1]! + 1e-20), Math.log(here), Math.log(power[k + 1]! + 1e-20)];
    const bin = k + (a - c) / (2 * (a - 2 * b + c));
    const octaves = Math.log2((bin * sampleRate) / size / 440) + 0.75;
    const step = Math.round((octaves - Math.floor(octaves)) * stepsPerOctave) % stepsPerOctave;
    // Fourth root of power against the top: quiet notes of a chord count nearly as much as loud ones.
    profile[step]! += (here / top) ** 0.25;
  }
};

export class PitchProfile {
  /** Sum over all frames, 120 steps from C. */
  readonly bass = new Float64Array(stepsPerOctave);
  readonly rest = new Float64Array(stepsPerOctave);
  /** Both together folded to 12 pitch classes (at A = 440 Hz), 12 numbers per frame. */
  readonly frames: number[] = [];
  private readonly fft = new StereoFft(size);
  private readonly window = hannPeriodic(size);
  private readonly pending = { bass: new Float32Array(size), rest: new Float32Array(size) };
  private filled = 0;
  private readonly bins = {
    leftRe: new Float32Array(size / 2 + 1),
    leftIm: new Float32Array(size / 2 + 1),
    rightRe: new Float32Array(size / 2 + 1),
    rightIm: new Float32Array(size / 2 + 1),
  };

  /** Both equally long. */
  push(bass: Float32Array, rest: Float32Array): void {
    for (let from = 0; from < bass.length;) {
      const count = Math.min(bass.length - from, size - this.filled);
      this.pending.bass.set(bass.subarray(from, from + count), this.filled);
      this.pending.rest.set(rest.subarray(from, from + count), this.filled);
      this.filled += count;
      from += count;
      if (this.filled === size) this.frame();
    }
  }

  private frame(): void {
    const { fft, window, bins, pending } = this;
    for (let t = 0; t < size; t++) {
      fft.left[t] = pending.bass[t]! * window[t]!;
      fft.right[t] = pending.rest[t]! * window[t]!;
    }
    fft.forward(bins, 0, 2 / size);
    const own = { bass: new Float64Array(stepsPerOctave), rest: new Float64Array(stepsPerOctave) };
    addPeaks(powerOf(bins.leftRe, bins.leftIm), { lowestHz: 35, highestHz: 400 }, own.bass);
    addPeaks(powerOf(bins.rightRe, bins.rightIm), { lowestHz: 80, highestHz: 2000 }, own.rest);
    const folded = new Float64Array(12);
    for (let step = 0; step < stepsPerOctave; step++) {
      this.bass[step]! += own.bass[step]!;
      this.rest[step]! += own.rest[step]!;
      folded[Math.round(step / 10) % 12]! += own.bass[step]! + own.rest[step]!;
    }
    this.frames.push(...folded);
    pending.bass.copyWithin(0, hop);
    pending.rest.copyWithin(0, hop);
    this.filled = size - hop;
  }
}

const powerOf = (re: Float32Array, im: Float32Array): Float64Array => {
  const power = new Float64Array(re.length);
  for (let k = 0; k < re.length; k++) power[k] = re[k]! * re[k]! + im[k]! * im[k]!;
  return power;
};
