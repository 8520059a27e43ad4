// Plays the metronome's ticks on the output's clock, beside the mix, so that stretching never touches them.
import { createTick, type Beat } from './click-track.ts';

export class ClickVoice {
  readonly #context: BaseAudioContext;
  readonly #gain: GainNode;
  readonly #countIn: GainNode;
  readonly #sounds = { plain: createTick(false), accent: createTick(true) };
  #planned: { source: AudioBufferSourceNode; at: number }[] = [];

  constructor(context: BaseAudioContext, destination: AudioNode, on: boolean) {
    this.#context = context;
    this.#gain = new GainNode(context, { gain: on ? 1 : 0 });
    this.#countIn = new GainNode(context);
    this.#gain.connect(destination);
    this.#countIn.connect(destination);
  }

  set(on: boolean): void {
    this.#gain.gain.setTargetAtTime(on ? 1 : 0, this.#context.currentTime, 0.005);
  }

  /** A beat of the running song: heard only while the click is on. */
  beat({ accent }: Beat, at: number): void {
    this.#plan(accent, at, this.#gain);
  }

  /** A beat counted in: always heard. */
  count(accent: boolean, at: number): void {
    this.#plan(accent, at, this.#countIn);
  }

  cutAfter(at: number): void {
    for (const planned of this.#planned) if (planned.at >= at) planned.source.stop(0);
    this.#planned = this.#planned.filter((planned) => planned.at < at);
  }

  disconnect(): void {
    this.cutAfter(0);
    this.#gain.disconnect();
    this.#countIn.disconnect();
  }

  #plan(accent: boolean, at: number, into: AudioNode): void {
    const now = this.#context.currentTime;
    if (at < now) return;
    const source = new AudioBufferSourceNode(this.#context, {
      buffer: accent ? this.#sounds.accent : this.#sounds.plain,
    });
    source.connect(into);
    source.addEventListener('ended', () => source.disconnect(), { once: true });
    source.start(at);
    this.#planned = [...this.#planned.filter((planned) => planned.at > now - 1), { source, at }];
  }
}
