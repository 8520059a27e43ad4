// Tempo, beats, bar and key of synthetic songs that are known, and silence about songs that have none.
// The confidence in a tempo was calibrated elsewhere: on 37 drum loops and songs of known tempo from "Everything is Free"
// (Caesium, Francium, Hydrogen, Lithium, Potassium, Rubidium, Sodium) and the MDN multitrack. The counts in confidence.ts
// come from the same 37 and are therefore in-sample figures; no other songs of known tempo were at hand to check them on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SongAnalysis, StemName } from '../contract/job.ts';
import type { StereoBlock } from '../dsp/stereo-block.ts';
import { SongAnalyser } from './song-analyser.ts';

const sampleRate = 44_100;

/** Deterministic noise in −1…1. */
const noiseOf = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 2147483648 - 1;
  };
};

const render = (seconds: number): Float32Array => new Float32Array(Math.round(seconds * sampleRate));

/** Adds a decaying hit at each time: a thump for the kick, noise for snare and hat. */
const addHits = (into: Float32Array, times: number[], hit: (age: number) => number, length = 0.12): void => {
  for (const time of times) {
    const start = Math.round(time * sampleRate);
    for (let t = 0; t < length * sampleRate && start + t < into.length; t++)
      into[start + t] = (into[start + t] ?? 0) + hit(t / sampleRate);
  }
};

interface Groove {
  bpm: number;
  seconds: number;
  start: number;
  beatsPerBar: number;
}

const drumsOf = ({ bpm, seconds, start, beatsPerBar }: Groove): Float32Array => {
  const drums = render(seconds);
  const noise = noiseOf(7);
  const step = 60 / bpm;
  const beats = Array.from(
    { length: Math.floor((seconds - start) / step) },
    (_, beat) => start + beat * step,
  );
  const kick = (age: number): number => 0.8 * Math.exp(-age * 30) * Math.sin(2 * Math.PI * 60 * age);
  const snare = (age: number): number => 0.4 * Math.exp(-age * 40) * noise();
  const hat = (age: number): number => 0.1 * Math.exp(-age * 120) * noise();
  addHits(
    drums,
    beats.filter((_, beat) => beat % beatsPerBar === 0),
    kick,
  );
  addHits(
    drums,
    beats.filter((_, beat) => beat % beatsPerBar !== 0 && beat % 2 === (beatsPerBar === 4 ? 1 : 0)),
    snare,
  );
  addHits(
    drums,
    beats.flatMap((beat) => [beat, beat + step / 2]),
    hat,
    0.04,
  );
  return drums;
};

/** Triads (or single notes) of MIDI numbers, one after the other, with three overtones. */
const tones = (chords: number[][], secondsEach: number, seconds: number, start = 0): Float32Array => {
  const out = render(seconds);
  for (let t = Math.round(start * sampleRate); t < out.length; t++) {
    const time = t / sampleRate - start;
    const chord = chords[Math.floor(time / secondsEach) % chords.length] ?? [];
    const fade = Math.min(1, (time % secondsEach) * 50);
    let sum = 0;
    for (const note of chord)
      for (const [overtone, level] of [1, 0.4, 0.2].entries())
        sum += level * Math.sin(2 * Math.PI * 440 * 2 ** ((note - 69) / 12) * (overtone + 1) * time);
    out[t] = 0.1 * fade * sum;
  }
  return out;
};

const analyse = (stems: Partial<Record<StemName, Float32Array>>, seconds: number): SongAnalysis => {
  const analyser = new SongAnalyser();
  const silence = render(seconds);
  const names: StemName[] = ['vocals', 'drums', 'bass', 'guitar', 'piano', 'other'];
  for (let from = 0; from < silence.length; from += 50_000) {
    const block = (name: StemName): StereoBlock => {
      const mono = (stems[name] ?? silence).slice(from, from + 50_000);
      return { left: mono, right: mono };
    };
    analyser.push(new Map(names.map((name) => [name, block(name)])));
  }
  return analyser.finish();
};

for (const bpm of [72, 96, 120, 128.5, 150, 174]) {
  test(`a steady groove of ${bpm} bpm is found within 0.5 %, its beats within 20 ms`, () => {
    const groove = { bpm, seconds: 40, start: 0.35, beatsPerBar: 4 };
    const analysis = analyse({ drums: drumsOf(groove) }, groove.seconds);
    assert.ok(analysis.tempo_bpm !== null, `no tempo, confidence ${analysis.tempo_confidence}`);
    // Far from walking pace people, too, disagree whether to tap twice as fast or slow.
    const ratios = bpm >= 80 && bpm <= 160 ? [1] : [0.5, 1, 2];
    const found = analysis.tempo_bpm / bpm;
    const ratio = ratios.find((each) => Math.abs(found / each - 1) < 0.005);
    assert.ok(ratio !== undefined, `${analysis.tempo_bpm} instead of ${bpm}`);
    assert.ok(analysis.tempo_confidence > 0.5, `confidence ${analysis.tempo_confidence}`);
    const step = Math.min(60, 60 / ratio) / bpm;
    const off = analysis.beats.map((beat) => {
      const phase = (((beat - groove.start) % step) + step) % step;
      return Math.min(phase, step - phase);
    });
    assert.ok(analysis.beats.length > (40 * bpm * ratio) / 60 - 6, `${analysis.beats.length} beats`);
    const within = off.filter((distance) => distance < 0.02).length / off.length;
    assert.ok(within > 0.95, `only ${Math.round(within * 100)} % of the beats lie within 20 ms`);
  });
}

test('bars of four and of three are found where kick and harmony agree', () => {
  for (const beatsPerBar of [4, 3]) {
    const groove = { bpm: 110, seconds: 50, start: 0.2, beatsPerBar };
    const bar = (beatsPerBar * 60) / groove.bpm;
    const chords = [
      [57, 60, 64],
      [53, 57, 60],
      [48, 52, 55],
      [55, 59, 62],
    ];
    const analysis = analyse(
      { drums: drumsOf(groove), piano: tones(chords, bar, groove.seconds, groove.start) },
      groove.seconds,
    );
    assert.equal(analysis.beats_per_bar, beatsPerBar);
    const downbeat = analysis.beats[analysis.first_downbeat ?? -1] ?? Number.NaN;
    const phase = (((downbeat - groove.start) % bar) + bar) % bar;
    assert.ok(Math.min(phase, bar - phase) < 0.05, `downbeat ${downbeat}, ${phase} s into the bar`);
  }
});

test('noise and silence have no tempo, no beats and no key', () => {
  const noise = noiseOf(3);
  const hiss = render(30).map(() => 0.1 * noise());
  for (const stems of [{}, { drums: hiss, other: hiss }]) {
    const analysis = analyse(stems, 30);
    assert.equal(analysis.tempo_bpm, null, `confidence ${analysis.tempo_confidence}`);
    assert.deepEqual(analysis.beats, []);
    assert.equal(analysis.first_downbeat, null);
    assert.equal(analysis.key, null, `${analysis.key} ${analysis.key_confidence}`);
  }
});

test('hits at random times are not called a steady beat', () => {
  const random = noiseOf(11);
  const drums = render(40);
  const times = Array.from({ length: 80 }, () => (random() + 1) * 20).toSorted((a, b) => a - b);
  addHits(drums, times, (age) => 0.8 * Math.exp(-age * 30) * Math.sin(2 * Math.PI * 60 * age));
  const analysis = analyse({ drums }, 40);
  assert.ok(analysis.tempo_confidence < 0.5, `confidence ${analysis.tempo_confidence}`);
});

/** I–IV–V–I and vi in major; i–iv–V–i in harmonic minor, on every tonic; the bass plays roots. */
const progressions = {
  major: [
    [0, 4, 7],
    [5, 9, 12],
    [7, 11, 14],
    [0, 4, 7],
    [9, 12, 16],
    [5, 9, 12],
    [7, 11, 14],
    [0, 4, 7],
  ],
  minor: [
    [0, 3, 7],
    [5, 8, 12],
    [7, 11, 14],
    [0, 3, 7],
    [8, 12, 15],
    [5, 8, 12],
    [7, 11, 14],
    [0, 3, 7],
  ],
};
const tonics = ['C', 'C#', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'Ab', 'A', 'Bb', 'B'];

test('the key of plain cadences is found in all keys, also when tuned 30 cents high', () => {
  for (const mode of ['major', 'minor'] as const) {
    for (const [index, tonic] of tonics.entries()) {
      const detune = index % 3 === 0 ? 0.3 : 0;
      const chords = progressions[mode].map((chord) => chord.map((degree) => 48 + index + degree + detune));
      const roots = chords.map(([root = 48]) => [root - 12]);
      const seconds = 8;
      const analysis = analyse(
        { guitar: tones(chords, 1, seconds), bass: tones(roots, 1, seconds) },
        seconds,
      );
      assert.equal(analysis.key, `${tonic} ${mode}`);
      assert.ok(analysis.key_confidence > 0.5, `${tonic} ${mode}: ${analysis.key_confidence}`);
    }
  }
});

test('twelve equal notes are no key', () => {
  const chromatic = Array.from({ length: 12 }, (_, note) => [60 + note]);
  const analysis = analyse({ piano: tones(chromatic, 0.5, 24) }, 24);
  assert.equal(analysis.key, null, `${analysis.key} ${analysis.key_confidence}`);
});
