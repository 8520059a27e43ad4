// In the page: records a node's output sample by sample with the frame of the output it was rendered at.
interface Strip {
  first: number;
  left: Float32Array<ArrayBuffer>;
  right: Float32Array<ArrayBuffer>;
}

export class Tape {
  readonly #context: AudioContext;
  readonly #strips: Strip[] = [];
  readonly #node: AudioWorkletNode;

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

  static async load(context: AudioContext): Promise<void> {
    await context.audioWorklet.addModule('/tape.js');
  }

  /** A tape that runs: the browser makes the recorder on another thread, in its own time. */
  static async of(node: AudioNode): Promise<Tape> {
    const tape = new Tape(node.context as AudioContext);
    node.connect(tape.#node);
    await tape.reach(1);
    return tape;
  }

  get now(): number {
    return Math.round(this.#context.currentTime * this.#context.sampleRate);
  }

  /** Frame of the first sample that is not silence. */
  get firstSound(): number | null {
    for (const { first, left } of this.#strips) {
      const at = left.findIndex((sample) => sample !== 0);
      if (at !== -1) return first + at;
    }
    return null;
  }

  get #end(): number {
    const last = this.#strips.at(-1);
    return last ? last.first + last.left.length : 0;
  }

  async reach(frame: number): Promise<void> {
    while (this.#end < frame) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  /** Both channels of the output from `start`, `length` frames; waits until they are recorded. */
  async read(start: number, length: number): Promise<{ left: Float32Array; right: Float32Array }> {
    await this.reach(start + length);
    const left = new Float32Array(length);
    const right = new Float32Array(length);
    let recorded = 0;
    for (const strip of this.#strips) {
      const from = Math.max(start, strip.first);
      const to = Math.min(start + length, strip.first + strip.left.length);
      if (from >= to) continue;
      recorded += to - from;
      left.set(strip.left.subarray(from - strip.first, to - strip.first), from - start);
      right.set(strip.right.subarray(from - strip.first, to - strip.first), from - start);
    }
    if (recorded !== length)
      throw new Error(
        `of ${String(length)} frames from ${String(start)} only ${String(recorded)} are on tape`,
      );
    return { left, right };
  }

  stop(): void {
    this.#node.disconnect();
    this.#strips.length = 0;
  }
}
