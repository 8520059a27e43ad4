// Inverse STFT: windowed overlap-add divided by the sum of squared windows, the least-squares inverse of stft.ts.
import { zeroBlock, type StereoBlock } from './stereo-block.ts';
import { StereoFft, type StereoBins } from './stereo-fft.ts';
import { emptySpectrum, type StereoSpectrum } from './stft.ts';
import { firstFrameStart, frameCount, type StftPlan } from './stft-plan.ts';

/** Below this sum of squared windows a sample was not seen by any frame and stays zero. */
const leastWeight = 1e-8;

/** demucs puts back two silent frames on each side, whose windows count in the sum of squares. */
const outerFrames = ({ padding }: StftPlan): number => (padding === 'demucs' ? 2 : 0);

const copyFrame = (spectrum: StereoSpectrum, frame: number, row: StereoBins): void => {
  const from = frame * spectrum.bins;
  const to = from + spectrum.bins;
  row.leftRe.set(spectrum.leftRe.subarray(from, to));
  row.leftIm.set(spectrum.leftIm.subarray(from, to));
  row.rightRe.set(spectrum.rightRe.subarray(from, to));
  row.rightIm.set(spectrum.rightIm.subarray(from, to));
};

export class Istft {
  readonly plan: StftPlan;
  readonly length: number;
  readonly frames: number;
  private readonly fft: StereoFft;
  /** 1/Σw² of every sample of the stretch. */
  private readonly gain: Float64Array;
  /** Sums of the frames that overlap now: one window's length, which stays in the cache. */
  private readonly left: Float64Array;
  private readonly right: Float64Array;
  /** One frame with all its bins; demucs' Nyquist bin stays zero. */
  private readonly row: StereoBins;
  /** The plan's window with the transform's 1/n and the plan's scale in it. */
  private readonly window: Float64Array;

  constructor(plan: StftPlan, length: number) {
    this.plan = plan;
    this.length = length;
    this.fft = new StereoFft(plan.nFft);
    this.left = new Float64Array(plan.nFft);
    this.right = new Float64Array(plan.nFft);
    this.row = emptySpectrum(1, this.fft.bins);
    this.frames = frameCount(plan, length);
    this.window = plan.window.map((weight) => weight / (plan.nFft * plan.scale));
    this.gain = this.planGain();
  }

  /** The stretch of sound whose spectrum this is, `length` samples long. */
  inverse(spectrum: StereoSpectrum): StereoBlock {
    if (spectrum.frames !== this.frames || spectrum.bins !== this.plan.bins)
      throw new RangeError(
        `spectrum of ${spectrum.frames}×${spectrum.bins} given, ${this.frames}×${this.plan.bins} needed`,
      );
    return this.inverseOf((frame, row) => copyFrame(spectrum, frame, row));
  }

  /** The same for a spectrum that is made frame by frame: `fill` writes frame 0, 1, … to the start of the row. */
  inverseOf(fill: (frame: number, row: StereoBins) => void): StereoBlock {
    const { plan, fft, row, left, right } = this;
    const sound = zeroBlock(this.length);
    left.fill(0);
    right.fill(0);
    const first = firstFrameStart(plan);
    for (let frame = 0; frame < this.frames; frame++) {
      fill(frame, row);
      fft.inverse(row, 0);
      this.addFrame();
      const last = frame === this.frames - 1;
      this.giveOut(sound, first + frame * plan.hop, last ? plan.nFft : plan.hop);
    }
    return sound;
  }

  private addFrame(): void {
    const { left, right, window } = this;
    const { timeLeft, timeRight } = this.fft;
    for (let t = 0; t < window.length; t++) {
      const weight = window[t]!;
      left[t]! += timeLeft[t]! * weight;
      right[t]! += timeRight[t]! * weight;
    }
  }

  /** The first `count` sums will not change any more: they go into the sound at `start`, the others move up. */
  private giveOut(sound: StereoBlock, start: number, count: number): void {
    const { left, right, gain, plan } = this;
    const from = Math.max(0, -start);
    const to = Math.min(count, this.length - start);
    for (let t = from; t < to; t++) {
      const factor = gain[start + t]!;
      sound.left[start + t] = left[t]! * factor;
      sound.right[start + t] = right[t]! * factor;
    }
    left.copyWithin(0, count);
    right.copyWithin(0, count);
    left.fill(0, plan.nFft - count);
    right.fill(0, plan.nFft - count);
  }

  private planGain(): Float64Array {
    const { plan, length } = this;
    const { nFft, hop, window } = plan;
    const sum = new Float64Array(length);
    const outer = outerFrames(plan);
    const first = firstFrameStart(plan);
    for (let frame = -outer; frame < frameCount(plan, length) + outer; frame++) {
      const start = first + frame * hop;
      const to = Math.min(nFft, length - start);
      for (let t = Math.max(0, -start); t < to; t++) sum[start + t]! += window[t]! * window[t]!;
    }
    return sum.map((weight) => (weight < leastWeight ? 0 : 1 / weight));
  }
}
