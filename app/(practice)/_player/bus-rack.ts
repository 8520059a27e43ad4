// The buses of one player: the direct one, and the stretched one that exists only while speed or key are changed.
import type { AudioOutput } from './audio-output.ts';
import { MixBus, type StripSetting } from './mix-bus.ts';
import type { StretchNode } from './stretch-node.ts';

export interface Tempo {
  /** 20 is 1×. */
  twentieths: number;
  semitones: number;
}

export function isNeutral({ twentieths, semitones }: Tempo): boolean {
  return twentieths === 20 && semitones === 0;
}

/** What the stretch node must shift: the key asked for, and back what the speed moved. */
export function semitonesOf({ twentieths, semitones }: Tempo): number {
  return semitones - 12 * Math.log2(twentieths / 20);
}

export class BusRack {
  readonly #output: AudioOutput;
  #settings: readonly StripSetting[];
  #direct: MixBus | null = null;
  #stretched: MixBus | null = null;
  #stretch: StretchNode | null = null;
  #loading: Promise<void> | null = null;
  #ended = false;

  constructor(output: AudioOutput, settings: readonly StripSetting[]) {
    this.#output = output;
    this.#settings = settings;
  }

  get buses(): MixBus[] {
    return [this.#direct, this.#stretched].filter((bus) => bus !== null);
  }

  set(settings: readonly StripSetting[]): void {
    this.#settings = settings;
    for (const bus of this.buses) bus.set(settings);
  }

  /** The bus for a tempo; null while the stretch node is not there yet: call `load` and come back. */
  for(tempo: Tempo): MixBus | null {
    if (isNeutral(tempo)) return (this.#direct ??= this.#make(null));
    if (!this.#stretch) return null;
    return (this.#stretched ??= this.#make(this.#stretch));
  }

  async load(): Promise<void> {
    this.#loading ??= this.#borrow().finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  /** Takes a bus out of the graph once nothing sounds in it. */
  retire(bus: MixBus): void {
    bus.disconnect();
    if (bus === this.#direct) this.#direct = null;
    if (bus === this.#stretched) this.#stretched = null;
  }

  level(stem: number): number {
    return this.buses.reduce((peak, bus) => Math.max(peak, bus.level(stem)), 0);
  }

  disconnect(): void {
    this.#ended = true;
    for (const bus of this.buses) this.retire(bus);
    if (this.#stretch) this.#output.returnStretch(this.#stretch);
    this.#stretch = null;
  }

  async #borrow(): Promise<void> {
    const stretch = await this.#output.borrowStretch();
    if (this.#ended) this.#output.returnStretch(stretch);
    else this.#stretch = stretch;
  }

  #make(stretch: StretchNode | null): MixBus {
    const bus = new MixBus(this.#output.open(), this.#settings, stretch);
    bus.close();
    bus.connect(this.#output.master);
    return bus;
  }
}
