// Reads the waveform file of a stem ('PBPK', written by workers/audio/peaks-file.ts) and cuts a view out of it: the right
// zoom level, as the two rows of heights that wavesurfer draws.
interface PeakLevel {
  samplesPerBucket: number;
  /** Minimum and maximum in turns, as signed bytes of the amplitude's root. */
  pairs: Int8Array;
}

export interface StemPeaks {
  sampleRate: number;
  sampleCount: number;
  /** Finest first. */
  levels: readonly PeakLevel[];
}

export interface WaveHeights {
  /** 0 to 1, one per column. */
  above: Float32Array;
  below: Float32Array;
}

const headBytes = 16;
const levelBytes = 8;

export function readPeaks(file: ArrayBuffer): StemPeaks {
  const view = new DataView(file);
  const magic = file.byteLength >= headBytes ? String.fromCharCode(...new Uint8Array(file, 0, 4)) : '';
  if (magic !== 'PBPK' || view.getUint8(4) !== 1)
    throw new Error('This is not a waveform file of version 1.');
  const levels: PeakLevel[] = [];
  const levelCount = view.getUint8(5);
  let at = headBytes + levelBytes * levelCount;
  for (let level = 0; level < levelCount; level += 1) {
    const entry = headBytes + levelBytes * level;
    const buckets = view.getUint32(entry + 4, true);
    levels.push({
      samplesPerBucket: view.getUint32(entry, true),
      pairs: new Int8Array(file, at, buckets * 2),
    });
    at += buckets * 2;
  }
  return { sampleRate: view.getUint32(8, true), sampleCount: view.getUint32(12, true), levels };
}

function levelFor(peaks: StemPeaks, samplesPerColumn: number): PeakLevel | undefined {
  return (
    peaks.levels.findLast(({ samplesPerBucket }) => samplesPerBucket <= samplesPerColumn) ?? peaks.levels[0]
  );
}

/** The heights between two times, in `columns` columns. Heights stay roots of the amplitude: quiet parts remain visible. */
export function heightsBetween(peaks: StemPeaks, start: number, end: number, columns: number): WaveHeights {
  const above = new Float32Array(columns);
  const below = new Float32Array(columns);
  const first = start * peaks.sampleRate;
  const samplesPerColumn = ((end - start) * peaks.sampleRate) / columns;
  const level = levelFor(peaks, samplesPerColumn);
  if (!level || samplesPerColumn <= 0) return { above, below };
  const buckets = level.pairs.length / 2;
  for (let column = 0; column < columns; column += 1) {
    const from = Math.floor((first + column * samplesPerColumn) / level.samplesPerBucket);
    const to = Math.max(
      from + 1,
      Math.floor((first + (column + 1) * samplesPerColumn) / level.samplesPerBucket),
    );
    for (let bucket = Math.max(0, from); bucket < Math.min(to, buckets); bucket += 1) {
      below[column] = Math.max(below[column] ?? 0, -(level.pairs[2 * bucket] ?? 0) / 127);
      above[column] = Math.max(above[column] ?? 0, (level.pairs[2 * bucket + 1] ?? 0) / 127);
    }
  }
  return { above, below };
}
