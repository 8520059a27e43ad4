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
    const { plan, fft, left, right, row } = this;
    const sound = zeroBlock(this.length);
    left.fill(0);
    right.fill(0);
    const first = firstFrameStart(plan);
    for (let frame = 0; frame < this.frames; frame++) {
      copyFrame(spectrum, frame, row);
      fft.inverse(row, 0);
      const start = first + frame * plan.hop;
      this.addFrame(fft.timeLeft, left, sound.left, start);
      this.addFrame(fft.timeRight, right, sound.right, start);
    }
    const end = first + this.frames * plan.hop;
    this.giveRest(left, sound.left, end);
    this.giveRest(right, sound.right, end);
    return sound;
  }

  /**
   * Adds a frame that begins at `start`. A hop of sums will not change any more and goes into the sound, the others move
   * up, before the zeros behind them: all in one walk, as memory is what this costs.
   */
  private addFrame(time: Float64Array, sums: Float64Array, sound: Float32Array, start: number): void {
    const { window, gain, plan } = this;
    const { hop, nFft } = plan;
    const from = Math.max(0, -start);
    const to = Math.min(hop, this.length - start);
    for (let t = from; t < to; t++) sound[start + t] = (sums[t]! + time[t]! * window[t]!) * gain[start + t]!;
    const kept = nFft - hop;
    for (let t = hop, at = 0; at < kept; t++, at++) sums[at] = sums[t]! + time[t]! * window[t]!;
  }

  private giveRest(sums: Float64Array, sound: Float32Array, start: number): void {
    const { gain, plan } = this;
    const to = Math.min(plan.nFft - plan.hop, this.length - start);
    for (let t = Math.max(0, -start); t < to; t++) sound[start + t] = sums[t]! * gain[start + t]!;
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
