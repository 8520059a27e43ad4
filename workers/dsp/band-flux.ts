// Onset strength of streamed sound at 100 frames a second: rises of log energy in bands, all together and below 150 Hz.
import { WindowedPair } from './windowed-pair.ts';

const sampleRate = 44_100;
const size = 1024;
export const fluxHop = 441;
export const fluxRate = sampleRate / fluxHop;
const lowestHz = 40;
const highestHz = 16_000;
const bandCount = 28;
const lowBandTopHz = 150;
/** log(1 + gain·energy): quiet hiss counts little, real onsets alike at any level. */
const compression = 1000;

const bandEdges = (): Int32Array => {
  const edges = new Int32Array(bandCount + 1);
  let last = 0;
  for (let band = 0; band <= bandCount; band++) {
    const hz = lowestHz * (highestHz / lowestHz) ** (band / bandCount);
    last = Math.max(band === 0 ? 1 : last + 1, Math.round((hz * size) / sampleRate));
    edges[band] = last;
  }
  return edges;
};

export class BandFlux {
  /** One value per frame; frame i is centred on sample i·441 + 512. */
  readonly flux: number[] = [];
  readonly lowFlux: number[] = [];
  private readonly frames = new WindowedPair(size, fluxHop);
  private readonly edges = bandEdges();
  private readonly previous = new Float64Array(bandCount);
  private started = false;
  private filled = 0;

  push(mono: Float32Array): void {
    const { input } = this.frames;
    for (let from = 0; from < mono.length;) {
      const count = Math.min(mono.length - from, input.length - this.filled);
      input.set(mono.subarray(from, from + count), this.filled);
      this.filled += count;
      from += count;
      if (this.filled === input.length) this.twoFrames();
    }
  }

  /** Two neighbouring frames travel through one complex FFT. */
  private twoFrames(): void {
    const { frames } = this;
    if (frames.input.every((sample) => sample === 0)) return this.silence();
    frames.transform();
    this.frame(frames.firstRe, frames.firstIm);
    this.frame(frames.secondRe, frames.secondIm);
    this.moveOn();
  }

  /** Stems that a product does not have are silent all along: nothing rises in them. */
  private silence(): void {
    this.previous.fill(0);
    this.flux.push(0, 0);
    this.lowFlux.push(0, 0);
    this.started = true;
    this.moveOn();
  }

  private moveOn(): void {
    const { input } = this.frames;
    input.copyWithin(0, 2 * fluxHop);
    this.filled = input.length - 2 * fluxHop;
  }

  private frame(re: Float32Array, im: Float32Array): void {
    let sum = 0;
    let low = 0;
    for (let band = 0; band < bandCount; band++) {
      let energy = 0;
      for (let k = this.edges[band]!; k < this.edges[band + 1]!; k++)
        energy += re[k]! * re[k]! + im[k]! * im[k]!;
      const level = Math.log1p(compression * Math.sqrt(energy));
      const rise = Math.max(0, level - this.previous[band]!);
      this.previous[band] = level;
      sum += rise;
      if ((this.edges[band + 1]! - 1) * (sampleRate / size) <= lowBandTopHz) low += rise;
    }
    this.flux.push(this.started ? sum : 0);
    this.lowFlux.push(this.started ? low : 0);
    this.started = true;
  }
}
