// What is measured of one stem while it is written: length, waveform peaks, true peak, loudness, and whether it is silent.
import type { StereoBlock } from '../dsp/stereo-block.ts';
import { LoudnessMeter } from './loudness.ts';
import { PeakMeter } from './peaks-file.ts';
import { TruePeakMeter } from './true-peak.ts';

export type StemFigures = {
  sampleCount: number;
  /** Nothing to hear: true peak under −60 dBFS, or never above the absolute gate of R128. */
  silent: boolean;
  /** Null for digital silence. */
  truePeakDbfs: number | null;
  /** Null when nothing passes the gates of R128. */
  loudnessLufs: number | null;
};

const silentBelowDbfs = -60;
const shortestMeasurableFrames = 0.4 * 44_100;

export class StemMeters {
  readonly peaks = new PeakMeter();
  private readonly left = new TruePeakMeter();
  private readonly right = new TruePeakMeter();
  private readonly loudness = new LoudnessMeter();
  private sampleCount = 0;

  push(block: StereoBlock): void {
    this.sampleCount += block.left.length;
    this.peaks.push(block);
    this.left.push(block.left);
    this.right.push(block.right);
    this.loudness.push(block);
  }

  finish(): StemFigures {
    const peak = Math.max(this.left.finish(), this.right.finish());
    const truePeakDbfs = peak > 0 ? 20 * Math.log10(peak) : null;
    const loudnessLufs = this.loudness.finish();
    const unheard = loudnessLufs === null && this.sampleCount >= shortestMeasurableFrames;
    const silent = truePeakDbfs === null || truePeakDbfs < silentBelowDbfs || unheard;
    return { sampleCount: this.sampleCount, silent, truePeakDbfs, loudnessLufs };
  }
}
