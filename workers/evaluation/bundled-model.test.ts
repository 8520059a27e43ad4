// Listening by numbers to the model that is shipped: nothing lost, nothing invented, nothing off centre, no clicks.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import type { StereoBlock } from '../dsp/stereo-block.ts';
import { readSong } from './evaluation-song.ts';
import { nextStem } from './measure-alone.ts';
import { EvaluatedModel } from './model-estimates.ts';

const rate = 44_100;
const seconds = 13;
/** Stems of real songs, never trained on. Of drums it is not sure: kicks still reach the bass (MODEL_CARD.md). */
const sureOf = [
  ['eif_caesium', 'vocals'],
  ['eif_francium', 'vocals'],
] as const;
const model = await EvaluatedModel.named('partbook-small');
after(() => model.close());

const mono = (value: (t: number) => number): StereoBlock => {
  const left = Float32Array.from({ length: seconds * rate }, (_, t) => value(t));
  return { left, right: left.slice() };
};

/** A held chord, hiss up to the highest frequency and a beat; repeatable noise from a small generator. */
const smallSong = (): StereoBlock => {
  let state = 1;
  const noise = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 1_073_741_824 - 1;
  };
  return mono((t) => {
    const chord = [220, 277.18, 329.63].reduce((sum, hz) => sum + Math.sin((2 * Math.PI * hz * t) / rate), 0);
    const beat = Math.exp(-(t % (rate / 2)) / 1500);
    return 0.08 * chord + 0.2 * beat * noise() + 0.005 * noise();
  });
};

const song = smallSong();
const stems = await model.estimates(song);

const largestStep = (samples: Float32Array, from: number, to: number): number => {
  let largest = 0;
  for (let t = from + 2; t < to; t++)
    largest = Math.max(
      largest,
      Math.abs((samples[t] ?? 0) - 2 * (samples[t - 1] ?? 0) + (samples[t - 2] ?? 0)),
    );
  return largest;
};

test('the stems add up to the song, up to the highest frequency', () => {
  assert.equal(stems.size, 6);
  let largest = 0;
  for (let t = 0; t < song.left.length; t++) {
    let sum = 0;
    for (const { left } of stems.values()) sum += left[t] ?? 0;
    largest = Math.max(largest, Math.abs(sum - (song.left[t] ?? 0)));
  }
  assert.ok(largest < 1e-4, `off by ${largest}`);
});

test('a mono song gives stems in the centre', () => {
  for (const [stem, { left, right }] of stems) {
    let apart = 0;
    for (let t = 0; t < left.length; t++) apart = Math.max(apart, Math.abs((left[t] ?? 0) - (right[t] ?? 0)));
    assert.ok(apart < 1e-5, `${stem}: ${apart}`);
  }
});

test('no stem jumps where two chunks meet', () => {
  const stepSamples = Math.floor((1024 * 253 - 1024) * 0.875);
  for (const [stem, { left }] of stems) {
    const whole = largestStep(song.left, 0, song.left.length);
    for (let border = stepSamples; border + 2048 < left.length; border += stepSamples)
      assert.ok(largestStep(left, border - 2048, border + 2048) <= 1.5 * whole, `${stem} at ${border}`);
  }
});

test('silence stays silent, and so does what lies below −90 dBFS', async () => {
  for (const level of [0, 1e-5]) {
    const quiet = mono((t) => level * Math.sin(t / 3));
    for (const [stem, { left }] of await model.estimates(quiet)) {
      let peak = 0;
      for (const value of left) peak = Math.max(peak, Math.abs(value));
      assert.ok(peak <= 1e-4, `${stem} at ${peak}`);
    }
  }
});

test('where one instrument plays alone and the network is sure of it, the other stems are 20 dB down', async () => {
  const workDir = await mkdtemp(path.join(os.tmpdir(), 'partbook-alone-'));
  after(() => rm(workDir, { recursive: true, force: true }));
  for (const [name, stem] of sureOf) {
    const folder = path.join(import.meta.dirname, '../../tests/fixtures/songs', name);
    const sound = (await readSong(folder, workDir)).stems.get(stem);
    assert.ok(sound, `${name} has no ${stem}`);
    const next = await nextStem(stem, sound, model);
    assert.ok(next && next.below >= 20, `${name}, ${stem} alone: ${next?.stem} is ${next?.below} dB below`);
  }
});
