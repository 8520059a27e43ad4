// A short song whose every sample is known, written as a WAV of any shape, and encoded by whichever FFmpeg runs here.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chooseFfmpeg } from '../../workers/audio/choose-ffmpeg.ts';
import type { StereoBlock } from '../../workers/dsp/stereo-block.ts';

/** Noise bursts under a moving filter: unlike a tone, it lines up with itself at one place only. */
export const testSong = (sampleCount: number): StereoBlock => {
  let state = 12_345;
  const noise = (): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x40000000 - 1;
  };
  const channel = (): Float32Array => {
    let low = 0;
    return Float32Array.from({ length: sampleCount }, (_, at) => {
      const pulse = Math.exp(-(at % 11_025) / 4000);
      low += 0.15 * (noise() - low);
      return low * (0.1 + 0.7 * pulse);
    });
  };
  return { left: channel(), right: channel() };
};

/** A 32-bit float WAV. */
export const floatWav = (channels: readonly Float32Array[], sampleRate: number): Buffer => {
  const frames = channels[0]?.length ?? 0;
  const data = new Float32Array(frames * channels.length);
  channels.forEach((samples, channel) => {
    samples.forEach((sample, at) => (data[at * channels.length + channel] = sample));
  });
  return wavFile({ tag: 3, channels: channels.length, sampleRate, bits: 32 }, Buffer.from(data.buffer));
};

export type WavShape = { tag: number; channels: number; sampleRate: number; bits: number };

/** Any header over any data, true or not. */
export const wavFile = (shape: WavShape, data: Buffer, claimedBytes = data.length): Buffer => {
  const head = Buffer.alloc(44);
  const bytesPerFrame = Math.floor((shape.channels * shape.bits) / 8);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE((36 + claimedBytes) >>> 0, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(shape.tag, 20);
  head.writeUInt16LE(shape.channels, 22);
  head.writeUInt32LE(shape.sampleRate, 24);
  head.writeUInt32LE((shape.sampleRate * bytesPerFrame) >>> 0, 28);
  head.writeUInt16LE(bytesPerFrame & 0xffff, 32);
  head.writeUInt16LE(shape.bits, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(claimedBytes >>> 0, 40);
  return Buffer.concat([head, data]);
};

/** Runs FFmpeg over trusted files of the tests. */
export const encode = async (input: string, output: string, args: readonly string[]): Promise<string> => {
  const child = chooseFfmpeg().start({
    tool: 'ffmpeg',
    args: ['-v', 'error', '-i', `file:${input}`, ...args, `file:${output}`],
    workDir: path.dirname(output),
    readsFile: input,
    writesFiles: [output],
    cpuSeconds: 300,
  });
  child.stdout.resume();
  const { code, errors } = await child.exited;
  assert.equal(code, 0, `${args.join(' ')}: ${errors}`);
  return output;
};

export const writeSource = async (dir: string, song: StereoBlock): Promise<string> => {
  const file = path.join(dir, 'source.wav');
  await writeFile(file, floatWav([song.left, song.right], 44_100));
  return file;
};

/** All blocks of a song as one; only for the short songs of tests. */
export const collect = async (blocks: AsyncIterable<StereoBlock>): Promise<StereoBlock> => {
  const parts: StereoBlock[] = [];
  for await (const block of blocks) parts.push(block);
  const join = (side: 'left' | 'right'): Float32Array => {
    const whole = new Float32Array(parts.reduce((sum, part) => sum + part[side].length, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part[side], at);
      at += part[side].length;
    }
    return whole;
  };
  return { left: join('left'), right: join('right') };
};

/** How many samples `heard` comes later than `wanted`, by the best match within ±range. */
export const lagOf = (wanted: Float32Array, heard: Float32Array, range = 2600): number => {
  const from = Math.floor(wanted.length / 2);
  const length = Math.min(6000, wanted.length - from - range);
  let best = { lag: 0, score: -Infinity };
  for (let lag = -range; lag <= range; lag += 1) {
    let score = 0;
    for (let at = from; at < from + length; at += 1) score += (wanted[at] ?? 0) * (heard[at + lag] ?? 0);
    if (score > best.score) best = { lag, score };
  }
  return best.lag;
};

export const largestDifference = (wanted: Float32Array, heard: Float32Array): number =>
  wanted.reduce((most, sample, at) => Math.max(most, Math.abs(sample - (heard[at] ?? 9))), 0);
