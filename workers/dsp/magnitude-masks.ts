// Magnitudes for mask networks, and masks put back onto the complex spectrum of the song.
import type { StereoBins } from './stereo-fft.ts';
import type { StereoSpectrum } from './stft.ts';
import type { PlanePlace } from './spectrum-planes.ts';

/** Added to the mean before dividing, so that near-silence is not blown up. */
const meanFloor = 1e-5;
/** Added to sums of squares in ratio masks, as Spleeter does. */
const ratioFloor = 1e-10;

/** |X| of one channel, frame-major, into `out`. */
export const magnitudes = (re: Float32Array, im: Float32Array, out: Float32Array): void => {
  for (let i = 0; i < re.length; i++) out[i] = Math.sqrt(re[i]! * re[i]! + im[i]! * im[i]!);
};

/** Divides by the mean of all values (≥ 0) plus 1e-5. */
export const divideByMean = (values: Float32Array): void => {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  const gain = 1 / (sum / values.length + meanFloor);
  for (let i = 0; i < values.length; i++) values[i]! *= gain;
};

/** Magnitude estimates of all stems become factors m²/Σm², in place; arrays are equally laid out. */
export const ratioMasks = (estimates: Float32Array[]): void => {
  const length = estimates[0]?.length ?? 0;
  for (let i = 0; i < length; i++) {
    let total = ratioFloor;
    for (const estimate of estimates) total += estimate[i]! * estimate[i]!;
    const share = ratioFloor / estimates.length;
    for (const estimate of estimates) estimate[i] = (estimate[i]! * estimate[i]! + share) / total;
  }
};

export interface MaskPlanes {
  data: Float32Array;
  left: PlanePlace;
  right: PlanePlace;
  /** Bins and frames that the masks cover. */
  bins: number;
  frames: number;
  /** Beyond them: the mean factor of this many top bins, or nothing when 0. */
  meanOfTop: number;
}

/** Frames read together: one cache line of a mask whose frames are neighbours. */
const tileFrames = 16;

/** Walks through the frames of mask × song in order, without ever storing the masked spectrum. */
export class MaskedFrames {
  private readonly song: StereoSpectrum;
  private readonly masks: MaskPlanes;
  private readonly left: Float32Array;
  private readonly right: Float32Array;

  constructor(song: StereoSpectrum, masks: MaskPlanes) {
    this.song = song;
    this.masks = masks;
    this.left = new Float32Array(tileFrames * masks.bins);
    this.right = new Float32Array(tileFrames * masks.bins);
  }

  /** Writes frame `frame` to the start of `row`; frames must come in order from 0. */
  fill(frame: number, row: StereoBins): void {
    const { song, masks } = this;
    const inTile = frame % tileFrames;
    if (inTile === 0) {
      loadTile(this.left, masks, masks.left, frame);
      loadTile(this.right, masks, masks.right, frame);
    }
    const from = frame * song.bins;
    const to = from + song.bins;
    const tile = [inTile * masks.bins, (inTile + 1) * masks.bins] as const;
    const left = this.left.subarray(...tile);
    const right = this.right.subarray(...tile);
    const { meanOfTop } = masks;
    multiply(song.leftRe.subarray(from, to), left, row.leftRe, meanOfTop);
    multiply(song.leftIm.subarray(from, to), left, row.leftIm, meanOfTop);
    multiply(song.rightRe.subarray(from, to), right, row.rightRe, meanOfTop);
    multiply(song.rightIm.subarray(from, to), right, row.rightIm, meanOfTop);
  }
}

/** Factors of 16 frames from `first` on, frame-major, so that the song's frames are then walked in order. */
const loadTile = (tile: Float32Array, masks: MaskPlanes, place: PlanePlace, first: number): void => {
  const { data, bins, frames } = masks;
  const count = Math.min(tileFrames, frames - first);
  for (let k = 0; k < bins; k++) {
    let at = place.base + k * place.bin + first * place.frame;
    for (let frame = 0, to = k; frame < count; frame++, to += bins, at += place.frame) tile[to] = data[at]!;
  }
};

/** out = values × factors; values beyond the factors get the mean of the top ones. */
const multiply = (
  values: Float32Array,
  factors: Float32Array,
  out: Float32Array,
  meanOfTop: number,
): void => {
  const covered = factors.length;
  for (let k = 0; k < covered; k++) out[k] = values[k]! * factors[k]!;
  let topSum = 0;
  for (let k = covered - meanOfTop; k < covered; k++) topSum += factors[k]!;
  const factor = meanOfTop > 0 ? topSum / meanOfTop : 0;
  for (let k = covered; k < values.length; k++) out[k] = values[k]! * factor;
};
