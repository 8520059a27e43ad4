// In the page: records a node's output sample by sample with the frame of the output it was rendered at.
interface Strip {
  /** Frame of the output at which the recorder began, as far as it knew. */
  origin: number;
  left: Float32Array<ArrayBuffer>;
  right: Float32Array<ArrayBuffer>;
}

const stripFrames = 4096;
/** About three quarters of a second: long enough for the recorder to be sure of where it began. */
const stripsToBeSure = 8;

export class Tape {
  readonly #context: AudioContext;
  readonly #strips: Strip[] = [];
  readonly #node: AudioWorkletNode;
  #origin = 0;

  private constructor(context: AudioContext) {
    this.#context = context;
    this.#node = new AudioWorkletNode(context, 'tape', {
      numberOfOutputs: 1,
      channelCount: 2,
      channelCountMode: 'explicit',
    });
    this.#node.port.onmessage = ({ data }: MessageEvent<Strip>) => void this.#strips.push(data);
    this.#node.connect(context.destination);
  }

  /** A tape that runs: the browser makes the recorder on another thread, in its own time. */
  static async of(node: AudioNode): Promise<Tape> {
    const tape = new Tape(node.context as AudioContext);
    node.connect(tape.#node);
    await tape.#until(() => tape.#strips.length >= stripsToBeSure);
    tape.#origin = tape.#strips.at(-1)?.origin ?? 0;
    return tape;
  }

  get now(): number {
    return Math.round(this.#context.currentTime * this.#context.sampleRate);
  }

  /** Frame of the first sample that is not silence. */
  get firstSound(): number | null {
    for (const [index, { left }] of this.#strips.entries()) {
      const at = left.findIndex((sample) => sample !== 0);
      if (at !== -1) return this.#origin + index * stripFrames + at;
    }
    return null;
  }

  async reach(frame: number): Promise<void> {
    await this.#until(() => this.#origin + this.#strips.length * stripFrames >= frame);
  }

  /** Both channels of the output from `start`, `length` frames; waits until they are recorded. */
  async read(start: number, length: number): Promise<{ left: Float32Array; right: Float32Array }> {
    if (start < this.#origin) throw new Error('the tape began later');
    await this.reach(start + length);
    const left = new Float32Array(length);
    const right = new Float32Array(length);
    for (const [index, strip] of this.#strips.entries()) {
      const first = this.#origin + index * stripFrames;
      const from = Math.max(start, first);
      const to = Math.min(start + length, first + stripFrames);
      if (from >= to) continue;
      if (strip.origin !== this.#origin) throw new Error('the recorder missed a block of the output');
      left.set(strip.left.subarray(from - first, to - first), from - start);
      right.set(strip.right.subarray(from - first, to - first), from - start);
    }
    return { left, right };
  }

  stop(): void {
    this.#node.disconnect();
    this.#strips.length = 0;
  }

  async #until(what: () => boolean): Promise<void> {
    while (!what()) await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
