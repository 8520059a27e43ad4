// Spectra of two mono signals at once, seen through a Hann window: one transform in a kernel's memory for both.
import { Kernel } from './kernel.ts';
import { KernelFft } from './kernel-fft.ts';
import { hannPeriodic } from './window.ts';

const bytesPerFloat = 4;

export class WindowedPair {
  /** Sound to transform, filled by the caller. */
  readonly input: Float32Array;
  /** Bins 0…n/2 of the first and of the second signal. */
  readonly firstRe: Float32Array;
  readonly firstIm: Float32Array;
  readonly secondRe: Float32Array;
  readonly secondIm: Float32Array;
  private readonly kernel = new Kernel();
  private readonly fft: KernelFft;
  private readonly window: number;
  private readonly first: number;
  private readonly second: number;
  private readonly bins: readonly [number, number, number, number];

  /** The second signal begins `distance` samples behind the first one in `input`. */
  constructor(size: number, distance: number) {
    const { kernel } = this;
    this.fft = new KernelFft(kernel, size);
    this.window = kernel.keep(hannPeriodic(size));
    this.first = kernel.reserve(size + distance);
    this.second = this.first + bytesPerFloat * distance;
    const bins = (): number => kernel.reserve(size / 2 + 1);
    this.bins = [bins(), bins(), bins(), bins()];
    const [firstRe, firstIm, secondRe, secondIm] = this.bins;
    this.input = kernel.floats(this.first, size + distance);
    this.firstRe = kernel.floats(firstRe, size / 2 + 1);
    this.firstIm = kernel.floats(firstIm, size / 2 + 1);
    this.secondRe = kernel.floats(secondRe, size / 2 + 1);
    this.secondIm = kernel.floats(secondIm, size / 2 + 1);
  }

  /** Fills the bins: a sine of amplitude 1 stands there as ½, whatever the size. */
  transform(): void {
    const { kernel, fft, window, bins } = this;
    kernel.run.multiply(this.first, window, fft.re, fft.size);
    kernel.run.multiply(this.second, window, fft.im, fft.size);
    fft.transform();
    kernel.run.splitChannels(fft.re, fft.im, fft.size, 2 / fft.size, ...bins);
  }
}
