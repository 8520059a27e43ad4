// Every accepted format comes in at the right length and place, whichever FFmpeg decodes it.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { openSong } from '../../workers/audio/open-song.ts';
import { systemFfmpeg } from '../../workers/audio/system-ffmpeg.ts';
import { eachFfmpeg } from '../support/each-ffmpeg.ts';
import { withTemporaryFolder } from '../support/temporary-folder.ts';
import {
  collect,
  encode,
  floatWav,
  lagOf,
  largestDifference,
  testSong,
  writeSource,
} from '../support/known-song.ts';

const frames = 2 * 44_100 + 321;
const song = testSong(frames);

type Case = {
  name: string;
  file: string;
  args: string;
  /** What the format itself adds or moves. */
  extraFrames?: number | [number, number];
  lag?: number;
  /** Largest difference of a sample; only for formats that keep the samples. */
  within?: number;
};

const sixteen = 1.01 / 32_768;
const cases: Case[] = [
  { name: 'WAV 8 bit', file: 'u8.wav', args: '-c:a pcm_u8', within: 1.01 / 128 },
  { name: 'WAV 16 bit', file: 's16.wav', args: '-c:a pcm_s16le', within: sixteen },
  { name: 'WAV 24 bit', file: 's24.wav', args: '-c:a pcm_s24le', within: 1e-6 },
  { name: 'WAV 32 bit', file: 's32.wav', args: '-c:a pcm_s32le', within: 1e-7 },
  { name: 'WAV float', file: 'f32.wav', args: '-c:a pcm_f32le', within: 0 },
  { name: 'WAV double', file: 'f64.wav', args: '-c:a pcm_f64le', within: 0 },
  { name: 'RF64', file: 'rf64.wav', args: '-c:a pcm_s24le -rf64 always', within: 1e-6 },
  { name: 'WAV A-law', file: 'alaw.wav', args: '-c:a pcm_alaw', within: 0.05 },
  { name: 'AIFF', file: 's16.aiff', args: '-c:a pcm_s16be', within: sixteen },
  { name: 'FLAC 16 bit', file: 's16.flac', args: '-c:a flac -sample_fmt s16', within: sixteen },
  { name: 'FLAC 24 bit', file: 's24.flac', args: '-c:a flac -sample_fmt s32', within: 1e-6 },
  { name: 'ALAC', file: 'alac.m4a', args: '-c:a alac -sample_fmt s16p', within: sixteen },
  { name: 'OGG Vorbis', file: 'vorbis.ogg', args: '-c:a libvorbis -q:a 4' },
  { name: 'OGG FLAC', file: 'flac.ogg', args: '-c:a flac -sample_fmt s16', within: sixteen },
  { name: 'M4A AAC', file: 'aac.m4a', args: '-c:a aac -b:a 160k', extraFrames: [0, 1024] },
  { name: 'MP3 with a LAME tag', file: 'cbr.mp3', args: '-c:a libmp3lame -b:a 192k' },
  { name: 'MP3 VBR', file: 'vbr.mp3', args: '-c:a libmp3lame -q:a 3' },
  {
    name: 'MP3 without a tag',
    file: 'bare.mp3',
    args: '-c:a libmp3lame -b:a 128k -write_xing 0',
    extraFrames: [1105, 3000],
    lag: 1105,
  },
  { name: 'ADTS', file: 'raw.aac', args: '-c:a aac -b:a 160k -f adts', extraFrames: [1024, 2048], lag: 1024 },
  // FFmpeg's decoder drops two frames, as long as the lead-in that Microsoft's encoder writes; FFmpeg's own encoder
  // writes one. So these files, made by it, begin exactly one frame late.
  { name: 'WMA 1', file: 'one.wma', args: '-c:a wmav1 -b:a 192k', extraFrames: [-2048, 4096], lag: -2048 },
  { name: 'WMA 2', file: 'two.wma', args: '-c:a wmav2 -b:a 192k', extraFrames: [-2048, 4096], lag: -2048 },
];

/** The WASM build cannot encode Opus, but both decode it. */
const opus: Case[] =
  systemFfmpeg() === null
    ? []
    : [{ name: 'OGG Opus', file: 'opus.ogg', args: '-c:a libopus -b:a 128k', extraFrames: [-1, 1] }];

const rates = [8000, 11_025, 22_050, 32_000, 48_000, 88_200, 96_000, 192_000];

const open = (file: string, dir: string, backend: ReturnType<typeof eachFfmpeg>[number]) =>
  openSong(file, { maxDurationSeconds: 3600, minDurationSeconds: 1, workDir: dir, backend });

for (const backend of eachFfmpeg()) {
  test(`${backend.name}: every format keeps its length and its place`, async () => {
    await withTemporaryFolder(async (dir) => {
      const source = await writeSource(dir, song);
      for (const one of [...cases, ...opus]) {
        const file = await encode(source, path.join(dir, one.file), [
          ...one.args.split(' '),
          '-metadata',
          'title=Søndag',
        ]);
        const opened = await open(file, dir, backend);
        const heard = await collect(opened.decode());
        const [least, most] = [one.extraFrames ?? 0].flat().length === 2 ? [one.extraFrames].flat() : [0, 0];
        const extra = heard.left.length - frames;
        assert.ok(
          extra >= Number(least) && extra <= Number(most),
          `${one.name}: ${extra} samples more than the song`,
        );
        assert.equal(lagOf(song.left, heard.left), one.lag ?? 0, `${one.name}: lag`);
        if (one.within === undefined) continue;
        assert.ok(largestDifference(song.left, heard.left) <= one.within, `${one.name}: left`);
        assert.ok(largestDifference(song.right, heard.right) <= one.within, `${one.name}: right`);
      }
    });
  });

  test(`${backend.name}: the tag title is read, and a second decode gives the same sound`, async () => {
    await withTemporaryFolder(async (dir) => {
      const source = await writeSource(dir, song);
      for (const [name, args] of [
        ['t.mp3', '-c:a libmp3lame'],
        ['t.ogg', '-c:a libvorbis'],
        ['t.flac', '-c:a flac'],
        ['t.m4a', '-c:a aac'],
      ] as const) {
        const file = await encode(source, path.join(dir, name), [
          ...args.split(' '),
          '-metadata',
          'title=Søndag "=;#',
        ]);
        const opened = await open(file, dir, backend);
        assert.equal(opened.title, 'Søndag "=;#', name);
        assert.deepEqual(await collect(opened.decode()), await collect(opened.decode()), name);
      }
    });
  });

  test(`${backend.name}: any sample rate comes out at 44.1 kHz without a shift`, async () => {
    await withTemporaryFolder(async (dir) => {
      const source = await writeSource(dir, song);
      for (const rate of rates) {
        const file = await encode(source, path.join(dir, `${rate}.wav`), [
          '-ar',
          String(rate),
          '-c:a',
          'pcm_f32le',
        ]);
        const heard = await collect((await open(file, dir, backend)).decode());
        assert.ok(
          Math.abs(heard.left.length - frames) <= 44_100 / rate + 1,
          `${rate} Hz: ${heard.left.length - frames}`,
        );
        assert.ok(Math.abs(lagOf(song.left, heard.left, 50)) <= 1, `${rate} Hz: lag`);
      }
    });
  });

  test(`${backend.name}: mono stands on both sides at full level; up to eight channels become two`, async () => {
    await withTemporaryFolder(async (dir) => {
      const file = path.join(dir, 'many.wav');
      for (const count of [1, 2, 3, 4, 5, 6, 7, 8]) {
        await writeFile(
          file,
          floatWav(
            Array.from({ length: count }, () => song.left),
            44_100,
          ),
        );
        const heard = await collect((await open(file, dir, backend)).decode());
        assert.equal(heard.left.length, frames, `${count} channels`);
        const loudest = heard.left.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
        assert.ok(loudest > 0.05 && loudest <= 1, `${count} channels: ${loudest}`);
        if (count > 2) continue;
        assert.deepEqual(heard.left, song.left, `${count} channels: left`);
        assert.deepEqual(heard.right, song.left, `${count} channels: right`);
      }
    });
  });
}
