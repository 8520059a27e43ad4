// The waveform of a stem at four zoom levels, small enough to load with the page (about 110 KB for four minutes).
//
// Little-endian. Header: 'PBPK', u8 version = 1, u8 number of levels, u16 zero, u32 sample rate, u32 sample count.
// Then one entry per level, finest first: u32 samples per bucket, u32 number of buckets.
// Then the levels' data in the same order: per bucket i8 minimum, i8 maximum over both channels.
// A value q stands for the amplitude sign(q)·(q/127)²: the root keeps quiet stems visible in eight bits.
import { writeFile } from 'node:fs/promises';
import { BucketRanges } from '../dsp/bucket-ranges.ts';
import type { StereoBlock } from '../dsp/stereo-block.ts';
import { songSampleRate } from './decode-song.ts';

const finestBucket = 256;
const levelCount = 4;
const levelRatio = 4;

const toByte = (amplitude: number): number =>
  Math.round(Math.sign(amplitude) * Math.sqrt(Math.min(1, Math.abs(amplitude))) * 127);

/** Minimum and maximum in turns, in a buffer that grows with the song: 41 KB a minute. */
class PeakList {
  private pairs = new Int8Array(1 << 15);
  private used = 0;

  push(low: number, high: number): void {
    if (this.used + 2 > this.pairs.length) {
      const larger = new Int8Array(this.pairs.length * 2);
      larger.set(this.pairs);
      this.pairs = larger;
    }
    this.pairs[this.used] = low;
    this.pairs[this.used + 1] = high;
    this.used += 2;
  }

  finished(): Int8Array {
    return this.pairs.subarray(0, this.used);
  }
}

const coarser = (finer: Int8Array): Int8Array => {
  const buckets = Math.ceil(finer.length / 2 / levelRatio);
  const pairs = new Int8Array(buckets * 2);
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    let low = 127;
    let high = -127;
    const end = Math.min(finer.length, (bucket + 1) * levelRatio * 2);
    for (let at = bucket * levelRatio * 2; at < end; at += 2) {
      low = Math.min(low, finer[at] ?? 0);
      high = Math.max(high, finer[at + 1] ?? 0);
    }
    pairs[2 * bucket] = low;
    pairs[2 * bucket + 1] = high;
  }
  return pairs;
};

const bytesOf = (level: Int8Array): Buffer => Buffer.from(level.buffer, level.byteOffset, level.length);

const headerOf = (levels: readonly Int8Array[], sampleCount: number): Buffer => {
  const head = Buffer.alloc(16 + 8 * levels.length);
  head.write('PBPK', 'latin1');
  head.writeUInt8(1, 4);
  head.writeUInt8(levels.length, 5);
  head.writeUInt32LE(songSampleRate, 8);
  head.writeUInt32LE(sampleCount, 12);
  levels.forEach((level, index) => {
    head.writeUInt32LE(finestBucket * levelRatio ** index, 16 + 8 * index);
    head.writeUInt32LE(level.length / 2, 20 + 8 * index);
  });
  return head;
};

export class PeakMeter {
  private readonly peaks = new PeakList();
  private readonly buckets = new BucketRanges(finestBucket, (low, high) =>
    this.peaks.push(toByte(low), toByte(high)),
  );
  private sampleCount = 0;

  push(block: StereoBlock): void {
    this.sampleCount += block.left.length;
    this.buckets.push(block);
  }

  async writeTo(path: string): Promise<void> {
    this.buckets.finish();
    const levels = [this.peaks.finished()];
    for (let level = 1; level < levelCount; level += 1)
      levels.push(coarser(levels[level - 1] ?? new Int8Array(0)));
    await writeFile(path, Buffer.concat([headerOf(levels, this.sampleCount), ...levels.map(bytesOf)]));
  }
}
