// The reader must find the loudest bucket at every zoom, from the file's own levels.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heightsBetween, readPeaks } from './peaks-file.ts';

/** A file of two levels over 4 seconds, silent but for one bucket at 3 s. */
function fileWithOnePeak(): ArrayBuffer {
  const rate = 44100;
  const samples = 4 * rate;
  const sizes = [256, 1024];
  const counts = sizes.map((size) => Math.ceil(samples / size));
  const file = new ArrayBuffer(16 + 16 + 2 * counts.reduce((sum, count) => sum + count, 0));
  const view = new DataView(file);
  new Uint8Array(file).set(new TextEncoder().encode('PBPK'));
  view.setUint8(4, 1);
  view.setUint8(5, 2);
  view.setUint32(8, rate, true);
  view.setUint32(12, samples, true);
  let at = 32;
  sizes.forEach((size, level) => {
    view.setUint32(16 + 8 * level, size, true);
    view.setUint32(20 + 8 * level, counts[level] ?? 0, true);
    const bucket = Math.floor((3 * rate) / size);
    view.setInt8(at + 2 * bucket, -64);
    view.setInt8(at + 2 * bucket + 1, 127);
    at += 2 * (counts[level] ?? 0);
  });
  return file;
}

test('a peak stands in its column, whole song or zoomed in', () => {
  const peaks = readPeaks(fileWithOnePeak());
  for (const [start, end] of [
    [0, 4],
    [2.9, 3.1],
  ] as const) {
    const { above, below } = heightsBetween(peaks, start, end, 100);
    const column = above.indexOf(1);
    const place = start + ((column + 0.5) / 100) * (end - start);
    assert.ok(Math.abs(place - 3) < 0.06, `found at ${String(place)}`);
    assert.ok(Math.abs((below[column] ?? 0) - 64 / 127) < 1e-6);
  }
});

test('elsewhere it is silent, and beyond the end too', () => {
  const peaks = readPeaks(fileWithOnePeak());
  assert.ok(heightsBetween(peaks, 0, 2.5, 50).above.every((height) => height === 0));
  assert.ok(heightsBetween(peaks, 4, 8, 50).above.every((height) => height === 0));
});

test('another file is refused', () => {
  assert.throws(() => readPeaks(new ArrayBuffer(40)), /waveform/);
  assert.throws(() => readPeaks(new ArrayBuffer(2)), /waveform/);
});
