// The page of the player's tests: one player at a time, its output on tape, compared with whole decodes of its stems.
import { AudioOutput } from '../../../app/(practice)/_player/audio-output.ts';
import { Player } from '../../../app/(practice)/_player/player.ts';
import type { PlayerAction } from '../../../app/(practice)/_player/player-state.ts';
import { Scope } from '../../../app/(practice)/_player/scope.ts';
import { Tape } from './support/tape.ts';

interface Opening {
  song: string;
  sampleCount: number;
  stems: string[];
  beats?: number[];
}

interface Comparison {
  /** Frame of the song at the beginning of what was compared. */
  song: number;
  largestError: number;
  /** Samples that differ at all. */
  different: number;
  /** Loudest reference sample: proves that silence was not compared with silence. */
  loudest: number;
}

const scopes: Scope[] = [];
let player: Player | null = null;
let output: AudioOutput | null = null;
let tape: Tape | null = null;
let reference: Float32Array[][] = [];

function playing(): Player {
  if (!player) throw new Error('open first');
  return player;
}

function current() {
  if (!tape) throw new Error('record first');
  return { player: playing(), tape };
}

function open({ song, sampleCount, stems, beats }: Opening): void {
  const scope = new Scope();
  scopes.push(scope);
  output = new AudioOutput(scope, { stretchUrl: '/stretch-processor.mjs' });
  const files = stems.map((name, stem) => ({ name, url: `/song/${song}/${String(stem)}.mp3` }));
  const grid = beats ? { beats, firstDownbeat: 0, beatsPerBar: 4 } : null;
  player = new Player(scope, { sampleCount, stems: files, grid }, output);
}

/** Puts the output on tape: everything that is heard. */
async function record(): Promise<void> {
  if (!output) throw new Error('open first');
  const context = output.open();
  await context.resume();
  await context.audioWorklet.addModule('/tape.js');
  tape = await Tape.of(output.master);
}

async function loadReference(song: string, stems: number): Promise<number[]> {
  reference = [];
  for (let stem = 0; stem < stems; stem += 1) {
    const bytes = await (await fetch(`/song/${song}/${String(stem)}.mp3`)).arrayBuffer();
    const buffer = await new OfflineAudioContext(2, 1, 44100).decodeAudioData(bytes);
    reference.push([buffer.getChannelData(0), buffer.getChannelData(1)]);
  }
  return reference.map((channels) => channels[0]?.length ?? 0);
}

/** The mix of the whole decodes over frames of the song, in the order the graph adds them. */
function mixOf(frames: Int32Array, channel: number, audible: readonly number[]): Float32Array {
  const mix = new Float32Array(frames.length);
  for (const stem of audible) {
    const samples = reference[stem]?.[channel] ?? new Float32Array();
    for (let at = 0; at < frames.length; at += 1) mix[at] = (mix[at] ?? 0) + (samples[frames[at] ?? -1] ?? 0);
  }
  return mix;
}

function framesFrom(song: number, length: number, loop: [number, number] | null): Int32Array {
  const frames = new Int32Array(length);
  let place = song;
  for (let at = 0; at < length; at += 1) {
    if (loop && place === loop[1]) place = loop[0];
    frames[at] = place;
    place += 1;
  }
  return frames;
}

function errorOf(heard: Float32Array, wanted: Float32Array) {
  let largest = 0;
  let different = 0;
  for (let at = 0; at < wanted.length; at += 1) {
    const error = Math.abs((heard[at] ?? 0) - (wanted[at] ?? 0));
    if (error > 0) different += 1;
    if (error > largest) largest = error;
  }
  return { largest, different };
}

const probe = 1024;
const reach = 6000;

/** Where in the song the tape's first samples come from: the place whose samples fit best around the expected one. */
function locate(
  heard: Float32Array,
  expected: number,
  audible: readonly number[],
  loop: [number, number] | null,
): number {
  let best = { song: expected, error: Number.POSITIVE_INFINITY };
  for (let shift = -reach; shift <= reach; shift += 1) {
    let song = expected + shift;
    if (loop && song >= loop[1]) song -= loop[1] - loop[0];
    if (loop && song < loop[0]) song += loop[1] - loop[0];
    const wanted = mixOf(framesFrom(song, probe, loop), 0, audible);
    let error = 0;
    for (let at = 0; at < probe && error < best.error; at += 1)
      error += Math.abs((heard[at] ?? 0) - (wanted[at] ?? 0));
    if (error < best.error) best = { song, error };
    if (error < 1e-6) break;
  }
  return best.song;
}

interface CompareWish {
  frames: number;
  audible: number[];
  /** Frames of the output to let pass first. */
  after?: number;
}

/** Compares what is heard from now on (at 1×) with the song, both channels. */
async function compare({ frames, audible, after = 2048 }: CompareWish): Promise<Comparison> {
  const { player: played, tape: taped } = current();
  const region = played.inspect().loop;
  const loop: [number, number] | null = region && [region.start, region.end];
  const output = taped.now + after;
  const expected = Math.round(played.inspect().frame) + after;
  const heard = await taped.read(output, frames);
  const song = locate(heard.left, expected, audible, loop);
  const places = framesFrom(song, frames, loop);
  const left = mixOf(places, 0, audible);
  const errors = [errorOf(heard.left, left), errorOf(heard.right, mixOf(places, 1, audible))];
  return {
    song,
    largestError: Math.max(...errors.map(({ largest }) => largest)),
    different: errors.reduce((sum, { different }) => sum + different, 0),
    loudest: left.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0),
  };
}

async function until(phase: string, milliseconds = 60_000): Promise<void> {
  const deadline = performance.now() + milliseconds;
  while (playing().getState().phase !== phase) {
    if (performance.now() > deadline)
      throw new Error(`never ${phase}: ${JSON.stringify(playing().getState())}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Waits until what was asked for is heard, through one bus, and its fades are over. */
async function settle(): Promise<void> {
  const { player: played, tape: taped } = current();
  await until('playing');
  while (played.inspect().sums.length !== 1) await new Promise((resolve) => setTimeout(resolve, 20));
  const from = played.inspect().frame;
  while (played.inspect().frame === from) await new Promise((resolve) => setTimeout(resolve, 5));
  await taped.reach(taped.now + 0.4 * 44100);
}

/** Compares what was heard since the tape began, from its first sound on, with the song from its first frame. */
async function compareFromStart(frames: number, audible: number[]): Promise<Comparison> {
  const { tape: taped } = current();
  const begin = taped.firstSound;
  if (begin === null) throw new Error('nothing was heard');
  const heard = await taped.read(begin, frames);
  const wanted = [0, 1].map((channel) => mixOf(framesFrom(0, frames, null), channel, audible));
  const [left = new Float32Array(), right = new Float32Array()] = wanted;
  const errors = [errorOf(heard.left, left), errorOf(heard.right, right)];
  return {
    song: 0,
    largestError: Math.max(...errors.map(({ largest }) => largest)),
    different: errors.reduce((sum, { different }) => sum + different, 0),
    loudest: left.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0),
  };
}

type Start = (this: AudioBufferSourceNode, ...when: Parameters<AudioBufferSourceNode['start']>) => void;
const startSource = Reflect.get(AudioBufferSourceNode.prototype, 'start') as Start;

/** From now on the page is held up for a while whenever it hands a sound over; 0: no longer. */
function holdUp(milliseconds: number): void {
  AudioBufferSourceNode.prototype.start = function start(...when) {
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
    startSource.apply(this, when);
  };
}

/** Plays the sum before stretching against an offline rendering of whole buffers at the same speed. */
async function compareSpeed(percent: number, frames: number): Promise<Comparison> {
  const { player: played, tape: mainTape } = current();
  const [sum] = played.inspect().sums;
  if (!sum) throw new Error('nothing plays');
  const tap = await Tape.of(sum);
  const start = mainTape.now + 4096;
  const heard = await tap.read(start, frames);
  tap.stop();
  // The place in the song is found by trying: every start within reach, rendered at the speed.
  const rate = percent / 100;
  const resample = (song: number, at: number, stem: number, channel: number) => {
    const place = song + at * rate;
    const index = Math.floor(place);
    const share = place - index;
    const samples = reference[stem]?.[channel];
    return (1 - share) * (samples?.[index] ?? 0) + share * (samples?.[index + 1] ?? 0);
  };
  const mixAt = (song: number, at: number) =>
    reference.reduce((mix, _, stem) => mix + resample(song, at, stem, 0), 0);
  const errorAt = (song: number, length: number, most: number) => {
    let worst = 0;
    for (let at = 0; at < length && worst < most; at += 1)
      worst = Math.max(worst, Math.abs((heard.left[at] ?? 0) - mixAt(song, at)));
    return worst;
  };
  // The sum runs ahead of what is heard by the stretch node's latency, about 0.12 s.
  const about = played.inspect().frame + (0.12 * 44100 - (mainTape.now - start)) * rate;
  let best = { song: about, error: Number.POSITIVE_INFINITY };
  // Pieces begin at multiples of a fraction of a frame: 1/20 covers every speed.
  for (let step = Math.round((about - 4000) * 20); step < (about + 4000) * 20; step += 1) {
    const error = errorAt(step / 20, 400, best.error);
    if (error < best.error) best = { song: step / 20, error };
  }
  let loudest = 0;
  for (let at = 0; at < frames; at += 1) loudest = Math.max(loudest, Math.abs(mixAt(best.song, at)));
  return {
    song: best.song,
    largestError: errorAt(best.song, frames, Number.POSITIVE_INFINITY),
    different: 0,
    loudest,
  };
}

/** RMS of what is heard now over some frames, and its strongest frequency between 60 and 3000 Hz. */
async function pitch(frames: number) {
  const { tape: taped } = current();
  const { left } = await taped.read(taped.now + 2048, frames);
  let best = { hertz: 0, power: 0 };
  for (let hertz = 60; hertz < 3000; hertz += 1) {
    let real = 0;
    let imaginary = 0;
    for (let at = 0; at < left.length; at += 1) {
      const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / left.length);
      const angle = (2 * Math.PI * hertz * at) / 44100;
      real += window * (left[at] ?? 0) * Math.cos(angle);
      imaginary += window * (left[at] ?? 0) * Math.sin(angle);
    }
    const power = real * real + imaginary * imaginary;
    if (power > best.power) best = { hertz, power };
  }
  const rms = Math.sqrt(left.reduce((sum, sample) => sum + sample * sample, 0) / left.length);
  return { hertz: best.hertz, rms };
}

/** The most decoded bytes held over a while. */
async function highestHeld(milliseconds: number): Promise<number> {
  const end = performance.now() + milliseconds;
  let highest = 0;
  while (performance.now() < end) {
    highest = Math.max(highest, playing().inspect().decodedBytes);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return highest;
}

const lab = {
  highestHeld,
  open,
  record,
  loadReference,
  compare,
  compareFromStart,
  compareSpeed,
  holdUp,
  pitch,
  until,
  settle,
  do: (action: PlayerAction) => playing().dispatch(action),
  state: () => player?.getState(),
  inspect: () => {
    const { decodedBytes, stretched, frame } = playing().inspect();
    return { decodedBytes, stretched, frame };
  },
  close: () => {
    tape?.stop();
    tape = null;
    player = null;
    output = null;
    scopes.pop()?.end();
  },
};

export type Lab = typeof lab;
Object.assign(globalThis, { lab });
