// Joins chunks into a stream: where two chunks overlap, (w₁y₁ + w₂y₂)/(w₁ + w₂); elsewhere the chunk's sound itself.
// Works on the chunks' own memory. Holes between chunks and weights that vanish are errors, never silence.
import type { StereoBlock } from './stereo-block.ts';

/** Smaller sums of weights than this would blow up rounding errors. */
const leastWeight = 1e-6;

export interface WeightedPiece {
  /** Position in the song of the piece's first used sample. */
  start: number;
  /** Index of the first sample to use in each block, and how many. */
  offset: number;
  length: number;
  /** One block per stem; taken over and changed. */
  blocks: StereoBlock[];
}

export class OverlapAdd {
  private readonly weights: Float32Array;
  private readonly step: number;
  /** The end of the last piece, which the next one may overlap, and where it begins. */
  private tail: StereoBlock[];
  private tailStart = 0;

  /** Pieces begin every `step` samples; at most two may overlap, so a step is at least half a piece. */
  constructor(stems: number, weights: Float32Array, step: number) {
    if (2 * step < weights.length) throw new RangeError('more than two chunks would overlap');
    for (let t = 0; t < weights.length - step; t++)
      if (!(weights[t]! + weights[t + step]! > leastWeight))
        throw new RangeError(`the weights vanish at ${t}`);
    this.weights = weights;
    this.step = step;
    this.tail = Array.from({ length: stems }, () => ({
      left: new Float32Array(0),
      right: new Float32Array(0),
    }));
  }

  /** Takes the next piece and gives out everything before `until`, which no later piece may touch. */
  add({ start, offset, length, blocks }: WeightedPiece, until: number): StereoBlock[] {
    const tailLength = this.tail[0]?.left.length ?? 0;
    if (start !== this.tailStart)
      throw new Error(`a chunk at ${start} came where ${this.tailStart} was expected`);
    if (until > start + length) throw new Error(`no chunk covers sample ${start + length}`);
    if (until < start + tailLength || length < tailLength)
      throw new Error(`the chunk at ${start} ends before the one before it`);
    if (blocks.length !== this.tail.length)
      throw new RangeError(`${blocks.length} stems given, ${this.tail.length} wanted`);
    const pieces = blocks.map(({ left, right }) => ({
      left: left.subarray(offset, offset + length),
      right: right.subarray(offset, offset + length),
    }));
    for (const [index, piece] of pieces.entries()) {
      this.fade(this.tail[index]!.left, piece.left);
      this.fade(this.tail[index]!.right, piece.right);
    }
    const count = until - start;
    this.tail = pieces.map(({ left, right }) => ({
      left: left.subarray(count),
      right: right.subarray(count),
    }));
    this.tailStart = until;
    return pieces.map(({ left, right }) => ({
      left: left.subarray(0, count),
      right: right.subarray(0, count),
    }));
  }

  private fade(before: Float32Array, after: Float32Array): void {
    const { weights, step } = this;
    for (let t = 0; t < before.length; t++) {
      const out = weights[step + t]!;
      const into = weights[t]!;
      after[t] = (out * before[t]! + into * after[t]!) / (out + into);
    }
  }
}
