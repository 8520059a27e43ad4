// Magnitudes for mask networks, and masks put back onto the complex spectrum of the song.
import type { StereoFft } from './stereo-fft.ts';
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
    this.left = new Float32Array(tileFrames * song.bins);
    this.right = new Float32Array(tileFrames * song.bins);
  }

  /** Leaves the time signals of frame `frame` in `fft`; frames must come in order from 0. */
  inverse(frame: number, fft: StereoFft): void {
    const { song, masks } = this;
    const inTile = frame % tileFrames;
    if (inTile === 0) {
      loadTile(this.left, song.bins, masks, [masks.left, frame]);
      loadTile(this.right, song.bins, masks, [masks.right, frame]);
    }
    const row = [inTile * song.bins, (inTile + 1) * song.bins] as const;
    const factors = { left: this.left.subarray(...row), right: this.right.subarray(...row) };
    fft.inverseScaled(song, frame * song.bins, factors);
  }
}

/** Factors of 16 frames from `first` on, frame-major, so that the song's frames are then walked in order. */
const loadTile = (
  tile: Float32Array,
  songBins: number,
  masks: MaskPlanes,
  [place, first]: [PlanePlace, number],
): void => {
  const { data, bins, frames, meanOfTop } = masks;
  const count = Math.min(tileFrames, frames - first);
  for (let k = 0; k < bins; k++) {
    let at = place.base + k * place.bin + first * place.frame;
    for (let frame = 0, to = k; frame < count; frame++, to += songBins, at += place.frame)
      tile[to] = data[at]!;
  }
  for (let frame = 0; frame < count; frame++) {
    const covered = frame * songBins + bins;
    let topSum = 0;
    for (let k = covered - meanOfTop; k < covered; k++) topSum += tile[k]!;
    tile.fill(meanOfTop > 0 ? topSum / meanOfTop : 0, covered, (frame + 1) * songBins);
  }
};
