// Where the stems meet: a strip per stem (gain, pan, meter), their sum, an optional stretch node, and a fader that hides
// the cuts of starting, stopping and seeking.
import type { StretchNode } from './stretch-node.ts';

export interface StripSetting {
  gain: number;
  /** -1 left to 1 right. */
  pan: number;
}

interface Strip {
  input: GainNode;
  /** Only once the stem has left the middle: at 0 a panner is not quite silent from side to side. */
  panner: StereoPannerNode | null;
  meter: AnalyserNode | null;
}

const rampSeconds = 0.012;
export const fadeSeconds = 0.006;
const meterSamples = 1024;

function glide(param: AudioParam, value: number, now: number): void {
  if (param.value === value) return;
  param.cancelScheduledValues(now);
  param.setValueAtTime(param.value, now);
  param.linearRampToValueAtTime(value, now + rampSeconds);
}

export class MixBus {
  readonly stretch: StretchNode | null;
  readonly #context: BaseAudioContext;
  readonly #strips: Strip[];
  readonly #sum: GainNode;
  readonly #fader: GainNode;
  readonly #window = new Float32Array(meterSamples);

  constructor(
    context: BaseAudioContext,
    settings: readonly StripSetting[],
    stretch: StretchNode | null = null,
  ) {
    this.#context = context;
    this.stretch = stretch;
    this.#sum = new GainNode(context, { channelCount: 2, channelCountMode: 'explicit' });
    this.#fader = new GainNode(context, { gain: 1 });
    this.#strips = settings.map((setting) => this.#addStrip(setting));
    if (stretch) this.#sum.connect(stretch.node).connect(this.#fader);
    else this.#sum.connect(this.#fader);
  }

  get latencySeconds(): number {
    return this.stretch?.latencySeconds ?? 0;
  }

  /** The sum before stretching and fading: where sync can be measured. */
  get sum(): AudioNode {
    return this.#sum;
  }

  connect(destination: AudioNode): void {
    this.#fader.connect(destination);
  }

  /** Where a stem's sources go in. */
  input(stem: number): AudioNode {
    const strip = this.#strips[stem];
    if (!strip) throw new RangeError(`There is no stem ${String(stem)}`);
    return strip.input;
  }

  set(settings: readonly StripSetting[]): void {
    const now = this.#context.currentTime;
    settings.forEach(({ gain, pan }, stem) => {
      const strip = this.#strips[stem];
      if (!strip) return;
      glide(strip.input.gain, gain, now);
      this.#pan(strip, pan, now);
    });
  }

  fadeOut(at: number, seconds = fadeSeconds): void {
    const now = this.#context.currentTime;
    this.#fader.gain.cancelScheduledValues(now);
    this.#fader.gain.setValueAtTime(this.#fader.gain.value, Math.max(now, at));
    this.#fader.gain.linearRampToValueAtTime(0, Math.max(now, at) + seconds);
  }

  /** Silent at once and until `fadeIn`. */
  close(): void {
    const now = this.#context.currentTime;
    this.#fader.gain.cancelScheduledValues(now);
    this.#fader.gain.setValueAtTime(0, now);
  }

  /** Silent until `at`, then open again within a few milliseconds, exactly at 1. */
  fadeIn(at: number, seconds = fadeSeconds): void {
    if (seconds > 0) {
      this.#fader.gain.setValueAtTime(0, at);
      this.#fader.gain.linearRampToValueAtTime(1, at + seconds);
    } else {
      // Half a frame early: rounded down, the first frame would be lost.
      this.#fader.gain.setValueAtTime(1, at - 0.5 / this.#context.sampleRate);
    }
  }

  /** The loudest sample of a stem just now, 0 to about 1. */
  level(stem: number): number {
    const meter = this.#strips[stem]?.meter;
    if (!meter) return 0;
    meter.getFloatTimeDomainData(this.#window);
    let peak = 0;
    for (const sample of this.#window) peak = Math.max(peak, Math.abs(sample));
    return peak;
  }

  disconnect(): void {
    for (const { input, panner, meter } of this.#strips) {
      input.disconnect();
      panner?.disconnect();
      meter?.disconnect();
    }
    this.#sum.disconnect();
    this.stretch?.node.disconnect(this.#fader);
    this.#fader.disconnect();
  }

  #pan(strip: Strip, pan: number, now: number): void {
    if (!strip.panner && pan !== 0) {
      strip.panner = new StereoPannerNode(this.#context);
      strip.input.disconnect(this.#sum);
      strip.input.connect(strip.panner).connect(this.#sum);
    }
    if (strip.panner) glide(strip.panner.pan, pan, now);
  }

  #addStrip({ gain, pan }: StripSetting): Strip {
    const input = new GainNode(this.#context, { gain });
    input.connect(this.#sum);
    const isOffline = this.#context instanceof OfflineAudioContext;
    const meter = isOffline ? null : new AnalyserNode(this.#context, { fftSize: meterSamples });
    if (meter) input.connect(meter);
    const strip: Strip = { input, panner: null, meter };
    this.#pan(strip, pan, this.#context.currentTime);
    return strip;
  }
}
