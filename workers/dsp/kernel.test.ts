import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { withTemporaryFolder } from '../../tests/support/temporary-folder.ts';
import { ComplexFft } from './complex-fft.ts';
import { KernelFft } from './kernel-fft.ts';
import { Kernel } from './kernel.ts';
import { MaskSpectra, type SpectrumAxes } from './mask-spectra.ts';
import { planStft } from './stft-plan.ts';
import { Stft } from './stft.ts';
import { zeroBlock, type StereoBlock } from './stereo-block.ts';

const root = path.join(import.meta.dirname, '../..');

const noise = (count: number, seed: number): Float32Array => {
  let state = seed;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x40000000 - 1;
  });
};

const largestDifference = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  assert.equal(a.length, b.length);
  let largest = 0;
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs(a[i]! - b[i]!));
  return largest;
};

test('kernel.wasm is what the compiler makes of workers/kernel', async () => {
  await withTemporaryFolder(async (dir) => {
    const file = path.join(dir, 'kernel.wasm');
    await promisify(execFile)(process.execPath, [path.join(root, 'scripts/kernel.mjs'), file], {
      timeout: 60_000,
    });
    const [made, kept] = await Promise.all([
      readFile(file),
      readFile(path.join(import.meta.dirname, 'kernel.wasm')),
    ]);
    assert.ok(made.equals(kept), 'run `npm run kernel` and commit workers/dsp/kernel.wasm');
  });
});

test('the FFT of every power of two from 16 to 65536 equals the one in float64', () => {
  for (let size = 16; size <= 65_536; size *= 2) {
    const kernel = new Kernel();
    const fft = new KernelFft(kernel, size);
    const exact = new ComplexFft(size);
    const [re, im] = [noise(size, 1), noise(size, 2)];
    kernel.floats(fft.re, size).set(re);
    kernel.floats(fft.im, size).set(im);
    exact.re.set(re);
    exact.im.set(im);
    fft.transform();
    exact.transform();
    // White noise has bins of √size; float32 keeps seven digits of them.
    const bound = 1e-6 * Math.sqrt(size);
    assert.ok(largestDifference(kernel.floats(fft.re, size), exact.re) < bound, `re of ${size}`);
    assert.ok(largestDifference(kernel.floats(fft.im, size), exact.im) < bound, `im of ${size}`);
  }
  for (const size of [0, 8, 24, 4095, 4097.5])
    assert.throws(() => new KernelFft(new Kernel(), size), /power of two/);
});

const shape = { bins: 24, frames: 24, meanOfTop: 0 };
const plan = planStft({ nFft: 64, hop: 16, padding: 'none', normalised: false });
const perChannel = shape.bins * shape.frames;
/** Frames are neighbours; bins are; neither is. */
const layouts: Record<string, SpectrumAxes> = {
  'channel, bin, frame': { channel: perChannel, bin: shape.frames, frame: 1 },
  'channel, frame, bin': { channel: perChannel, bin: 1, frame: shape.bins },
  'bin, frame, channel': { channel: 1, bin: 2 * shape.frames, frame: 2 },
};

const chunk = (samples: number): StereoBlock => ({ left: noise(samples, 3), right: noise(samples, 4) });

for (const [name, axes] of Object.entries(layouts)) {
  test(`magnitudes in a tensor of ${name} are those of the STFT, and divide by their mean`, () => {
    const song = new MaskSpectra(plan, shape, [axes]);
    const sound = chunk(song.chunkSamples);
    const spectrum = new Stft(plan).forward(sound);
    song.load(sound);
    const expected = new Float32Array(2 * perChannel);
    for (let t = 0; t < shape.frames; t++)
      for (let k = 0; k < shape.bins; k++) {
        const from = t * spectrum.bins + k;
        const to = k * axes.bin + t * axes.frame;
        expected[to] = Math.hypot(spectrum.leftRe[from]!, spectrum.leftIm[from]!);
        expected[axes.channel + to] = Math.hypot(spectrum.rightRe[from]!, spectrum.rightIm[from]!);
      }
    assert.ok(largestDifference(song.magnitudes(axes, false), expected) < 1e-5);
    const mean = expected.reduce((sum, value) => sum + value, 0) / expected.length;
    const divided = expected.map((value) => value / (mean + 1e-5));
    assert.ok(largestDifference(song.magnitudes(axes, true), divided) < 1e-5);
  });

  test(`a mask of ones in a tensor of ${name} gives the sound back, a mask of zeros silence`, () => {
    const whole = { ...shape, meanOfTop: 4 };
    const song = new MaskSpectra(plan, whole, [axes]);
    const sound = chunk(song.chunkSamples);
    song.load(sound);
    const base = 7;
    const masks = new Float32Array(base + 2 * perChannel).fill(1);
    const inside = (samples: Float32Array) => samples.subarray(48, -48);
    const back = song.masked(masks, base, axes, zeroBlock(song.chunkSamples));
    assert.ok(largestDifference(inside(back.left), inside(sound.left)) < 1e-6);
    assert.ok(largestDifference(inside(back.right), inside(sound.right)) < 1e-6);
    const silence = song.masked(masks.fill(0), base, axes, back);
    assert.ok([...silence.left, ...silence.right].every((sample) => sample === 0));
  });
}

test('a mask works on its own bin, frame and channel, and nothing lies above its bins when the top counts for nothing', () => {
  const axes = layouts['channel, bin, frame']!;
  const song = new MaskSpectra(plan, shape, [axes]);
  const sound = chunk(song.chunkSamples);
  song.load(sound);
  const masks = new Float32Array(2 * perChannel);
  const [bin, frame] = [9, 10];
  masks[axes.channel + bin * axes.bin + frame] = 1;
  const { left, right } = song.masked(masks, 0, axes, zeroBlock(song.chunkSamples));
  assert.ok(left.every((sample) => Math.abs(sample) < 1e-7));
  const spectrum = new Stft(plan).forward(sound);
  const [re, im] = [spectrum.rightRe, spectrum.rightIm].map((part) => part[frame * spectrum.bins + bin]!);
  for (let t = 0; t < right.length; t++) {
    const inFrame = t - frame * plan.hop;
    let expected = 0;
    if (inFrame >= 0 && inFrame < plan.nFft) {
      const angle = (2 * Math.PI * bin * inFrame) / plan.nFft;
      let weight = 0;
      for (let own = 0; own < shape.frames; own++) weight += (plan.window[t - own * plan.hop] ?? 0) ** 2;
      const wave = (2 * (re! * Math.cos(angle) - im! * Math.sin(angle))) / plan.nFft;
      expected = weight < 1e-8 ? 0 : (wave * plan.window[inFrame]!) / weight;
    }
    assert.ok(Math.abs(right[t]! - expected) < 1e-6, `sample ${t}`);
  }
});
