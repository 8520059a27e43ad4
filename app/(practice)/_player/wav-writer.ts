// A 16-bit stereo WAV built block by block; parts are Blobs, which browsers keep on disk when they grow.
const headBytes = 44;
const bytesPerFrame = 4;

function head(frames: number, sampleRate: number): ArrayBuffer {
  const bytes = new ArrayBuffer(headBytes);
  const view = new DataView(bytes);
  const encoder = new TextEncoder();
  const write = (at: number, text: string) => new Uint8Array(bytes).set(encoder.encode(text), at);
  const size = frames * bytesPerFrame;
  write(0, 'RIFF');
  view.setUint32(4, headBytes - 8 + size, true);
  write(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 2, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * bytesPerFrame, true);
  view.setUint16(32, bytesPerFrame, true);
  view.setUint16(34, 16, true);
  write(36, 'data');
  view.setUint32(40, size, true);
  return bytes;
}

function toInt16(sample: number): number {
  return Math.round(Math.max(-1, Math.min(1, sample)) * 32767);
}

export class WavWriter {
  readonly #sampleRate: number;
  #body = new Blob([]);
  #frames = 0;

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
  }

  get frames(): number {
    return this.#frames;
  }

  write(left: Float32Array, right: Float32Array): void {
    const samples = new Int16Array(left.length * 2);
    for (let frame = 0; frame < left.length; frame += 1) {
      samples[2 * frame] = toInt16(left[frame] ?? 0);
      samples[2 * frame + 1] = toInt16(right[frame] ?? 0);
    }
    this.#body = new Blob([this.#body, samples]);
    this.#frames += left.length;
  }

  finish(): Blob {
    return new Blob([head(this.#frames, this.#sampleRate), this.#body], { type: 'audio/wav' });
  }
}
