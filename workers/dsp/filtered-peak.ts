// The highest absolute value of one channel under each of several short filters.
import { Kernel } from './kernel.ts';
import { stageFrames } from './kernel-stage.ts';

const kernel = new Kernel();
const mostTaps = 16;
const place = kernel.reserve(stageFrames + 2 * mostTaps);

export interface FilterBank {
  place: number;
  count: number;
  taps: number;
  /** No filtered value can exceed the samples that it is made of by more than this. */
  mostGain: number;
}

/** All filters have the same number of taps. */
export const keepFilters = (filters: readonly (readonly number[])[]): FilterBank => {
  const taps = filters[0]?.length ?? 0;
  if (taps > mostTaps) throw new RangeError(`${taps} taps came, ${mostTaps} are the most`);
  const gains = filters.map((filter) => filter.reduce((sum, tap) => sum + Math.abs(tap), 0));
  return { place: kernel.keep(filters.flat()), count: filters.length, taps, mostGain: Math.max(...gains) };
};

export class FilteredPeak {
  private readonly bank: FilterBank;
  /** The last samples: a filter reaches over them, and vectors want whole fours. */
  private kept: Float32Array;
  private highest = 0;

  constructor(bank: FilterBank) {
    this.bank = bank;
    this.kept = new Float32Array(bank.taps - 1);
  }

  get peak(): number {
    return this.highest;
  }

  push(samples: Float32Array): void {
    for (let from = 0; from < samples.length; from += stageFrames)
      this.pushStretch(samples.subarray(from, from + stageFrames));
  }

  private pushStretch(samples: Float32Array): void {
    const { kept, bank } = this;
    const window = kernel.floats(place, kept.length + samples.length);
    window.set(kept);
    window.set(samples, kept.length);
    const count = 4 * Math.floor((window.length - bank.taps + 1) / 4);
    const { place: filters, count: phases, taps, mostGain } = bank;
    this.highest = kernel.run.truePeak(place, count, filters, phases, taps, mostGain, this.highest);
    this.kept = window.slice(count);
  }
}
