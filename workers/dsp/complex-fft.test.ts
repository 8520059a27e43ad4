import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ComplexFft } from './complex-fft.ts';
import { StereoFft } from './stereo-fft.ts';

const naive = (re: Float64Array, im: Float64Array): { re: number[]; im: number[] } => {
  const size = re.length;
  const out = { re: [] as number[], im: [] as number[] };
  for (let k = 0; k < size; k++) {
    let [sumRe, sumIm] = [0, 0];
    for (let t = 0; t < size; t++) {
      const angle = (-2 * Math.PI * ((k * t) % size)) / size;
      sumRe += re[t]! * Math.cos(angle) - im[t]! * Math.sin(angle);
      sumIm += re[t]! * Math.sin(angle) + im[t]! * Math.cos(angle);
    }
    out.re.push(sumRe);
    out.im.push(sumIm);
  }
  return out;
};

const values = (size: number, seed: number): Float64Array =>
  Float64Array.from({ length: size }, (_, t) => Math.sin(seed + t * t * 0.7 + t));

test('the FFT equals its definition for every size up to 240, primes and mixed radices alike', () => {
  for (let size = 1; size <= 240; size++) {
    const fft = new ComplexFft(size);
    fft.re.set(values(size, 1));
    fft.im.set(values(size, 2));
    const expected = naive(fft.re, fft.im);
    fft.transform();
    for (let k = 0; k < size; k++) {
      assert.ok(Math.abs(fft.re[k]! - expected.re[k]!) < 1e-10, `re[${k}] of ${size}`);
      assert.ok(Math.abs(fft.im[k]! - expected.im[k]!) < 1e-10, `im[${k}] of ${size}`);
    }
  }
});

test('forward and inverse give both channels back for any size, and large network sizes keep Parseval', () => {
  const property = (size: number): void => {
    const fft = new StereoFft(size);
    const plane = (): Float32Array => new Float32Array(fft.bins);
    const bins = { leftRe: plane(), leftIm: plane(), rightRe: plane(), rightIm: plane() };
    const [left, right] = [values(size, 3), values(size, 4)];
    fft.left.set(left);
    fft.right.set(right);
    fft.forward(bins, 0);
    const power = (re: Float32Array, im: Float32Array): number =>
      re.reduce((sum, value, k) => {
        const twin = k === 0 || 2 * k === size ? 1 : 2;
        return sum + (twin * (value ** 2 + im[k]! ** 2)) / size;
      }, 0);
    const energy = left.reduce((sum, value) => sum + value ** 2, 0);
    assert.ok(Math.abs(power(bins.leftRe, bins.leftIm) / energy - 1) < 1e-5, `Parseval at ${size}`);
    fft.inverse(bins, 0);
    for (let t = 0; t < size; t++) {
      assert.ok(Math.abs(fft.timeLeft[t]! / size - left[t]!) < 1e-6, `left[${t}] of ${size}`);
      assert.ok(Math.abs(fft.timeRight[t]! / size - right[t]!) < 1e-6, `right[${t}] of ${size}`);
    }
  };
  fc.assert(fc.property(fc.integer({ min: 2, max: 700 }), property), { numRuns: 60 });
  for (const size of [2048, 4096, 5120, 6144, 7680, 8192, 16384]) property(size);
});

test('an impossible size is refused', () => {
  assert.throws(() => new ComplexFft(0), RangeError);
  assert.throws(() => new ComplexFft(2.5), RangeError);
});
