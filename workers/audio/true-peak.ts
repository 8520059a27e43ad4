// True peak of one channel: the highest level between the samples too, by 4× oversampling (ITU-R BS.1770-5, annex 2).
import { highestFiltered, highestLevel } from '../dsp/peak-search.ts';

const phases = 4;
const tapsPerPhase = 12;
const segment = 32;

/** Windowed sinc that interpolates at 0, 1/4, 2/4 and 3/4 of a sample; each phase passes constant sound unchanged. */
const makePhases = (): Float64Array[] =>
  Array.from({ length: phases }, (_, phase) => {
    const taps = Float64Array.from({ length: tapsPerPhase }, (_unused, tap) => {
      const at = tap - tapsPerPhase / 2 + 1 - phase / phases;
      const sinc = at === 0 ? 1 : Math.sin(Math.PI * at) / (Math.PI * at);
      return sinc * (0.5 + 0.5 * Math.cos((Math.PI * at) / (tapsPerPhase / 2)));
    });
    const sum = taps.reduce((total, tap) => total + tap, 0);
    return taps.map((tap) => tap / sum);
  });

const filters = makePhases();
/** No sample between can exceed the samples around it by more than this. */
const mostGain = Math.max(...filters.map((taps) => taps.reduce((sum, tap) => sum + Math.abs(tap), 0)));

export class TruePeakMeter {
  /** The last samples of the block before stand in front of each block. */
  private readonly history = new Float32Array(tapsPerPhase - 1);
  private peak = 0;

  push(samples: Float32Array): void {
    const window = new Float32Array(this.history.length + samples.length);
    window.set(this.history);
    window.set(samples, this.history.length);
    for (let at = 0; at < samples.length; at += segment) {
      this.measure(window, at, Math.min(samples.length, at + segment));
    }
    this.history.set(window.subarray(window.length - this.history.length));
  }

  /** Linear, 1 = full scale. */
  finish(): number {
    this.push(new Float32Array(tapsPerPhase));
    return this.peak;
  }

  private measure(window: Float32Array, from: number, to: number): void {
    const loudest = highestLevel(window, from, to + tapsPerPhase - 1);
    // Most of a song lies below its peak and cannot raise it: this saves nine tenths of the work.
    if (loudest * mostGain <= this.peak) return;
    for (const taps of filters) this.peak = Math.max(this.peak, highestFiltered(window, taps, [from, to]));
  }
}
