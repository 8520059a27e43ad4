// How strongly each pitch sounds in streamed sound: spectral peaks folded into 120 steps of 10 cents per octave.
// Two mono signals at once (bass and the rest) through one 16384-point transform, 5.4 frames a second.
import { WindowedPair } from './windowed-pair.ts';

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
const addPeaks = (
  [re, im]: readonly [Float32Array, Float32Array],
  range: PitchRange,
  profile: Float64Array,
): void => {
  const from = Math.ceil((range.lowestHz * size) / sampleRate);
  const to = Math.floor((range.highestHz * size) / sampleRate);
  const power = new Float64Array(to + 2);
  for (let k = from - 1; k <= to + 1; k++) power[k] = re[k]! * re[k]! + im[k]! * im[k]!;
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
  /** Bass and rest, one behind the other. */
  private readonly spectra = new WindowedPair(size, size);
  private filled = 0;

  /** Both equally long. */
  push(bass: Float32Array, rest: Float32Array): void {
    for (let from = 0; from < bass.length;) {
      const count = Math.min(bass.length - from, size - this.filled);
      this.spectra.input.set(bass.subarray(from, from + count), this.filled);
      this.spectra.input.set(rest.subarray(from, from + count), size + this.filled);
      this.filled += count;
      from += count;
      if (this.filled === size) this.frame();
    }
  }

  private frame(): void {
    const { firstRe, firstIm, secondRe, secondIm, input } = this.spectra;
    this.spectra.transform();
    const own = { bass: new Float64Array(stepsPerOctave), rest: new Float64Array(stepsPerOctave) };
    addPeaks([firstRe, firstIm], { lowestHz: 35, highestHz: 400 }, own.bass);
    addPeaks([secondRe, secondIm], { lowestHz: 80, highestHz: 2000 }, own.rest);
    const folded = new Float64Array(12);
    for (let step = 0; step < stepsPerOctave; step++) {
      this.bass[step]! += own.bass[step]!;
      this.rest[step]! += own.rest[step]!;
      folded[Math.round(step / 10) % 12]! += own.bass[step]! + own.rest[step]!;
    }
    this.frames.push(...folded);
    input.copyWithin(0, hop, size);
    input.copyWithin(size, size + hop);
    this.filled = size - hop;
  }
}
