// A chunk's spectrum for mask networks, in a kernel's memory: magnitudes out of it, sound out of it under masks.
// Frames lie wholly inside the chunk. The masked spectrum itself is never stored.
import { Kernel } from './kernel.ts';
import { KernelFft } from './kernel-fft.ts';
import type { StereoBlock } from './stereo-block.ts';
import type { StftPlan } from './stft-plan.ts';

/** Where a stereo spectrum's values lie in a tensor: distances between neighbours along each axis. */
export interface SpectrumAxes {
  channel: number;
  bin: number;
  frame: number;
}

export interface MaskShape {
  /** Bins and frames that the network sees; the song has more bins. */
  bins: number;
  frames: number;
  /** Beyond its bins a mask has the mean of this many of its top bins, or nothing when 0. */
  meanOfTop: number;
}

/** Added to the mean before dividing, so that near-silence is not blown up. */
const meanFloor = 1e-5;
/** Frames whose factors are read together: one cache line of a mask whose frames are neighbours. */
const tileFrames = 16;
const bytesPerFloat = 4;
/** Below this sum of squared windows a sample was not seen by any frame and stays zero. */
const leastWeight = 1e-8;

const spanOf = ({ channel, bin, frame }: SpectrumAxes, { bins, frames }: MaskShape): number =>
  channel + (bins - 1) * bin + (frames - 1) * frame + 1;

export class MaskSpectra {
  readonly chunkSamples: number;
  private readonly plan: StftPlan;
  private readonly shape: MaskShape;
  private readonly kernel = new Kernel();
  private readonly fft: KernelFft;
  /** Floats from one frame of a plane to the next. */
  private readonly row: number;
  /** Real and imaginary parts of left, then of right. */
  private readonly planes: readonly [number, number, number, number];
  private readonly window: number;
  /** The window with the transform's 1/n and the plan's scale in it. */
  private readonly outWindow: number;
  /** 1/Σw² of every sample of the chunk. */
  private readonly gain: number;
  private readonly factors: { left: number; right: number };
  /** Sums of the frames that overlap now. */
  private readonly sums: { left: number; right: number };
  private readonly sound: { left: number; right: number };
  private readonly tensor: number;

  /** `axes`: those of every tensor that will be made or read. */
  constructor(plan: StftPlan, shape: MaskShape, axes: readonly SpectrumAxes[]) {
    const { nFft, hop, window } = plan;
    if (hop % 4 !== 0) throw new RangeError(`the kernel needs a hop that is a multiple of four, got ${hop}`);
    const { kernel } = this;
    const { frames } = shape;
    this.plan = plan;
    this.shape = shape;
    this.chunkSamples = (frames - 1) * hop + nFft;
    this.row = nFft / 2 + 4;
    this.fft = new KernelFft(kernel, nFft);
    const plane = (): number => kernel.reserve(frames * this.row);
    this.planes = [plane(), plane(), plane(), plane()];
    this.window = kernel.keep(window);
    this.outWindow = kernel.keep(window.map((weight) => weight / (nFft * plan.scale)));
    this.gain = kernel.keep(this.planGain());
    const pair = (count: number) => ({ left: kernel.reserve(count), right: kernel.reserve(count) });
    this.factors = pair(tileFrames * this.row);
    this.sums = pair(nFft);
    this.sound = pair(this.chunkSamples);
    this.tensor = kernel.reserve(Math.max(...axes.map((own) => spanOf(own, shape))) + 4);
  }

  /** Takes the chunk's spectrum. */
  load({ left, right }: StereoBlock): void {
    const { kernel, fft, plan, sound, chunkSamples } = this;
    if (left.length !== chunkSamples)
      throw new RangeError(`a chunk of ${left.length} samples came, ${chunkSamples} were expected`);
    kernel.floats(sound.left, chunkSamples).set(left);
    kernel.floats(sound.right, chunkSamples).set(right);
    for (let frame = 0; frame < this.shape.frames; frame++) {
      const from = bytesPerFloat * frame * plan.hop;
      kernel.run.multiply(sound.left + from, this.window, fft.re, plan.nFft);
      kernel.run.multiply(sound.right + from, this.window, fft.im, plan.nFft);
      fft.transform();
      kernel.run.splitChannels(fft.re, fft.im, plan.nFft, plan.scale, ...this.frameOf(frame));
    }
  }

  /** The magnitudes of both channels as a tensor, which the next call overwrites; divided by their mean when asked. */
  magnitudes(axes: SpectrumAxes, divideByMean: boolean): Float32Array {
    const { kernel, row, tensor } = this;
    const { bins, frames } = this.shape;
    const [leftRe, leftIm, rightRe, rightIm] = this.planes;
    const measure = (re: number, im: number, channel: number): number => {
      const to = tensor + bytesPerFloat * channel * axes.channel;
      return kernel.run.magnitudes(re, im, row, frames, bins, to, axes.bin, axes.frame);
    };
    const sum = measure(leftRe, leftIm, 0) + measure(rightRe, rightIm, 1);
    const span = spanOf(axes, this.shape);
    if (divideByMean) kernel.run.scale(tensor, span, 1 / (sum / (2 * bins * frames) + meanFloor));
    return kernel.floats(tensor, span);
  }

  /** The chunk's sound under the mask that begins at `base` of `data`; `into` is overwritten and returned. */
  masked(data: Float32Array, base: number, axes: SpectrumAxes, into: StereoBlock): StereoBlock {
    const { kernel, fft, plan, sums, sound, outWindow } = this;
    const { nFft, hop } = plan;
    kernel
      .floats(this.tensor, spanOf(axes, this.shape))
      .set(data.subarray(base, base + spanOf(axes, this.shape)));
    kernel.floats(sums.left, nFft).fill(0);
    kernel.floats(sums.right, nFft).fill(0);
    for (let frame = 0; frame < this.shape.frames; frame++) {
      const inTile = frame % tileFrames;
      if (inTile === 0) this.loadTile(axes, frame);
      const from = bytesPerFloat * frame * hop;
      const factors = bytesPerFloat * inTile * this.row;
      kernel.run.joinChannels(
        ...this.frameOf(frame),
        this.factors.left + factors,
        this.factors.right + factors,
        fft.re,
        fft.im,
        nFft,
      );
      fft.transform();
      kernel.run.addFrame(fft.im, outWindow, sums.left, this.gain + from, sound.left + from, hop, nFft);
      kernel.run.addFrame(fft.re, outWindow, sums.right, this.gain + from, sound.right + from, hop, nFft);
    }
    const end = bytesPerFloat * this.shape.frames * hop;
    kernel.run.multiply(sums.left, this.gain + end, sound.left + end, nFft - hop);
    kernel.run.multiply(sums.right, this.gain + end, sound.right + end, nFft - hop);
    into.left.set(kernel.floats(sound.left, this.chunkSamples));
    into.right.set(kernel.floats(sound.right, this.chunkSamples));
    return into;
  }

  private frameOf(frame: number): [number, number, number, number] {
    const [leftRe, leftIm, rightRe, rightIm] = this.planes;
    const at = bytesPerFloat * frame * this.row;
    return [leftRe + at, leftIm + at, rightRe + at, rightIm + at];
  }

  private loadTile(axes: SpectrumAxes, first: number): void {
    const { bins, frames, meanOfTop } = this.shape;
    const count = Math.min(tileFrames, frames - first);
    const load = (channel: number, to: number): void => {
      const from = this.tensor + bytesPerFloat * (channel * axes.channel + first * axes.frame);
      const rowBins = this.plan.nFft / 2 + 1;
      this.kernel.run.loadFactors(from, axes.bin, axes.frame, count, bins, to, this.row, rowBins, meanOfTop);
    };
    load(0, this.factors.left);
    load(1, this.factors.right);
  }

  private planGain(): Float64Array {
    const { nFft, hop, window } = this.plan;
    const sum = new Float64Array(this.chunkSamples);
    for (let frame = 0; frame < this.shape.frames; frame++)
      for (let t = 0; t < nFft; t++) sum[frame * hop + t]! += window[t]! * window[t]!;
    return sum.map((weight) => (weight < leastWeight ? 0 : 1 / weight));
  }
}
