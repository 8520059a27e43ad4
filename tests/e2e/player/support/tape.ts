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

  static of(node: AudioNode): Tape {
    const tape = new Tape(node.context as AudioContext);
    node.connect(tape.#node);
    return tape;
  }

  get now(): number {
    return Math.round(this.#context.currentTime * this.#context.sampleRate);
  }

  async reach(frame: number): Promise<void> {
    while ((this.#strips.at(-1)?.first ?? 0) + 4096 < frame)
      await new Promise((resolve) => setTimeout(resolve, 20));
  }

  /** Both channels of the output from `start`, `length` frames; waits until they are recorded. */
  async read(start: number, length: number): Promise<{ left: Float32Array; right: Float32Array }> {
    await this.reach(start + length);
    const left = new Float32Array(length);
    const right = new Float32Array(length);
    for (const strip of this.#strips) {
      const from = Math.max(start, strip.first);
      const to = Math.min(start + length, strip.first + 4096);
      if (from >= to) continue;
      left.set(strip.left.subarray(from - strip.first, to - strip.first), from - start);
      right.set(strip.right.subarray(from - strip.first, to - strip.first), from - start);
    }
    return { left, right };
  }

  stop(): void {
    this.#node.disconnect();
    this.#strips.length = 0;
  }
}
