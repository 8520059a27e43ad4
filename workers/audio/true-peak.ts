// True peak of one channel: the highest level between the samples too, by 4× oversampling (ITU-R BS.1770-5, annex 2).
import { FilteredPeak, keepFilters } from '../dsp/filtered-peak.ts';

const phases = 4;
const tapsPerPhase = 12;

/** Windowed sinc that interpolates at 0, 1/4, 2/4 and 3/4 of a sample; each phase passes constant sound unchanged. */
const makePhases = (): number[][] =>
  Array.from({ length: phases }, (_, phase) => {
    const taps = Array.from({ length: tapsPerPhase }, (_unused, tap) => {
      const at = tap - tapsPerPhase / 2 + 1 - phase / phases;
      const sinc = at === 0 ? 1 : Math.sin(Math.PI * at) / (Math.PI * at);
      return sinc * (0.5 + 0.5 * Math.cos((Math.PI * at) / (tapsPerPhase / 2)));
    });
    const sum = taps.reduce((total, tap) => total + tap, 0);
    return taps.map((tap) => tap / sum);
  });

const filters = keepFilters(makePhases());
/** Enough zeros for the last sample to pass every tap, however many samples wait. */
const tail = new Float32Array(tapsPerPhase + 4);

export class TruePeakMeter {
  private readonly filtered = new FilteredPeak(filters);

  push(samples: Float32Array): void {
    this.filtered.push(samples);
  }

  /** Linear, 1 = full scale. */
  finish(): number {
    this.push(tail);
    return this.filtered.peak;
  }
}
