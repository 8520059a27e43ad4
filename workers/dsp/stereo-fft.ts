// FFT of two real signals at once: left and right travel as the real and imaginary part of one complex FFT.
// A stereo song thus costs one transform per frame, half of two plain complex ones. Both directions unnormalised.
import { ComplexFft } from './complex-fft.ts';

/** One frame's bins 0…floor(n/2) of both channels, starting at `offset` of each array. */
export interface StereoBins {
  leftRe: Float32Array;
  leftIm: Float32Array;
  rightRe: Float32Array;
  rightIm: Float32Array;
}

export class StereoFft {
  readonly size: number;
  readonly bins: number;
  /** Time signals that `forward` reads. */
  readonly left: Float64Array;
  readonly right: Float64Array;
  /** Time signals that `inverse` leaves, n times too large. */
  readonly timeLeft: Float64Array;
  readonly timeRight: Float64Array;
  private readonly fft: ComplexFft;

  constructor(size: number) {
    this.fft = new ComplexFft(size);
    this.size = size;
    this.bins = Math.floor(size / 2) + 1;
    this.left = this.fft.re;
    this.right = this.fft.im;
    this.timeLeft = this.fft.im;
    this.timeRight = this.fft.re;
  }

  /** Reads `left` and `right` (destroying them) and writes `bins` values into `out` from `offset` on. */
  forward(out: StereoBins, offset: number, scale = 1): void {
    this.fft.transform();
    const { re, im } = this.fft;
    const half = scale / 2;
    for (let k = 0; k < this.bins; k++) {
      const mirror = k === 0 ? 0 : this.size - k;
      const zr = re[k]!;
      const zi = im[k]!;
      const mr = re[mirror]!;
      const mi = im[mirror]!;
      out.leftRe[offset + k] = (zr + mr) * half;
      out.leftIm[offset + k] = (zi - mi) * half;
      out.rightRe[offset + k] = (zi + mi) * half;
      out.rightIm[offset + k] = (mr - zr) * half;
    }
  }

  /**
   * Reads `bins` values of both channels from `offset` on and leaves n times the time signals in `timeLeft` and
   * `timeRight`; whoever reads them divides by n, together with the window.
   */
  inverse(from: StereoBins, offset: number): void {
    const { re, im } = this.fft;
    const size = this.size;
    // The inverse of z is swap(forward(swap(z)))/n: real and imaginary parts change places on the way in, and the
    // two channels on the way out.
    const { leftRe, leftIm, rightRe, rightIm } = from;
    re[0] = rightRe[offset]!;
    im[0] = leftRe[offset]!;
    for (let k = 1, mirror = size - 1; k <= mirror; k++, mirror--) {
      const lr = leftRe[offset + k]!;
      const li = k === mirror ? 0 : leftIm[offset + k]!;
      const rr = rightRe[offset + k]!;
      const ri = k === mirror ? 0 : rightIm[offset + k]!;
      re[mirror] = rr - li;
      im[mirror] = lr + ri;
      re[k] = li + rr;
      im[k] = lr - ri;
    }
    this.fft.transform();
  }
}
