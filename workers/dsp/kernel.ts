// The kernels of workers/kernel, compiled to WebAssembly. Each opened kernel has a memory of its own, in which its user
// reserves places once; places are addresses in bytes.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const file = path.join(import.meta.dirname, 'kernel.wasm');
let compiled: WebAssembly.Module | null = null;

interface KernelFunctions {
  memory: WebAssembly.Memory;
  reserve(bytes: number): number;
  transform(re: number, im: number, workRe: number, workIm: number, turns: number, size: number): void;
  multiply(a: number, b: number, to: number, count: number): void;
  splitChannels(
    re: number,
    im: number,
    size: number,
    scale: number,
    leftRe: number,
    leftIm: number,
    rightRe: number,
    rightIm: number,
  ): void;
  joinChannels(
    leftRe: number,
    leftIm: number,
    rightRe: number,
    rightIm: number,
    leftFactors: number,
    rightFactors: number,
    re: number,
    im: number,
    size: number,
  ): void;
  addFrame(
    time: number,
    window: number,
    sums: number,
    gain: number,
    sound: number,
    hop: number,
    size: number,
  ): void;
  magnitudes(
    re: number,
    im: number,
    row: number,
    frames: number,
    bins: number,
    to: number,
    binStep: number,
    frameStep: number,
  ): number;
  scale(values: number, count: number, gain: number): void;
  loadFactors(
    mask: number,
    binStep: number,
    frameStep: number,
    count: number,
    bins: number,
    to: number,
    row: number,
    rowBins: number,
    meanOfTop: number,
  ): void;
  interleave(left: number, right: number, to: number, channels: number, count: number): void;
  deinterleave(from: number, left: number, right: number, count: number, most: number): void;
  addSum(left: number, right: number, gain: number, to: number, count: number): void;
  quantise16(left: number, right: number, to: number, count: number): void;
  quantise24(left: number, right: number, to: number, count: number): void;
  widen(left: number, right: number, count: number, range: number): void;
  truePeak(
    samples: number,
    count: number,
    filters: number,
    phases: number,
    taps: number,
    mostGain: number,
    peak: number,
  ): number;
  weightedPower(left: number, right: number, count: number, filter: number, state: number): number;
}

export class Kernel {
  readonly run: KernelFunctions;

  constructor() {
    compiled ??= new WebAssembly.Module(readFileSync(file));
    this.run = new WebAssembly.Instance(compiled).exports as unknown as KernelFunctions;
  }

  /** A place for this many floats, all zero. */
  reserve(count: number): number {
    return this.run.reserve(4 * count);
  }

  /** The floats at a place; good until the next reservation, which may move the memory. */
  floats(place: number, count: number): Float32Array<ArrayBuffer> {
    return new Float32Array(this.run.memory.buffer as ArrayBuffer, place, count);
  }

  /** The bytes at a place; good as long as floats. */
  bytes(place: number, count: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.run.memory.buffer as ArrayBuffer, place, count);
  }

  /** The float64 at a place; good as long as floats. */
  doubles(place: number, count: number): Float64Array<ArrayBuffer> {
    return new Float64Array(this.run.memory.buffer as ArrayBuffer, place, count);
  }

  /** A place that holds these values. */
  keep(values: ArrayLike<number>): number {
    const place = this.reserve(values.length);
    this.floats(place, values.length).set(values);
    return place;
  }
}
