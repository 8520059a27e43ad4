// Writes one stem while it is made: MP3, OGG preview, WAV and waveform peaks, with its true peak and loudness.
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { StemFileKind, StemName } from '../contract/job.ts';
import type { StereoBlock } from '../dsp/stereo-block.ts';
import { chooseFfmpeg } from './choose-ffmpeg.ts';
import type { FfmpegBackend } from './ffmpeg-backend.ts';
import { fileChecksum } from './file-checksum.ts';
import { LoudnessMeter } from './loudness.ts';
import { PeakMeter } from './peaks-file.ts';
import { startStemEncoder, type StemEncoder } from './stem-encoder.ts';
import { TruePeakMeter } from './true-peak.ts';
import { openWavFile, type WavFile } from './wav-file.ts';

export type StemWriterOptions = {
  dir: string;
  stem: StemName;
  title: string;
  kinds: readonly StemFileKind[];
  wavBits: 16 | 24;
  signal?: AbortSignal;
  /** For tests; otherwise the machine's own. */
  backend?: FfmpegBackend;
};

type StemFileWritten = { kind: StemFileKind; path: string; bytes: number; crc32: number };

export type FinishedStem = {
  sampleCount: number;
  /** Nothing to hear: true peak under −60 dBFS, or never above the absolute gate of R128. */
  silent: boolean;
  /** Null for digital silence. */
  truePeakDbfs: number | null;
  /** Null when nothing passes the gates of R128. */
  loudnessLufs: number | null;
  files: StemFileWritten[];
};

export type StemWriter = {
  write(block: StereoBlock): Promise<void>;
  finish(): Promise<FinishedStem>;
  abort(): Promise<void>;
};

const silentBelowDbfs = -60;
const shortestMeasurableFrames = 0.4 * 44_100;
const software = 'Partbook';

class StemMeters {
  readonly peaks = new PeakMeter();
  private readonly left = new TruePeakMeter();
  private readonly right = new TruePeakMeter();
  private readonly loudness = new LoudnessMeter();
  private sampleCount = 0;

  push(block: StereoBlock): void {
    this.sampleCount += block.left.length;
    this.peaks.push(block);
    this.left.push(block.left);
    this.right.push(block.right);
    this.loudness.push(block);
  }

  finish(): Omit<FinishedStem, 'files'> {
    const peak = Math.max(this.left.finish(), this.right.finish());
    const truePeakDbfs = peak > 0 ? 20 * Math.log10(peak) : null;
    const loudnessLufs = this.loudness.finish();
    const unheard = loudnessLufs === null && this.sampleCount >= shortestMeasurableFrames;
    const silent = truePeakDbfs === null || truePeakDbfs < silentBelowDbfs || unheard;
    return { sampleCount: this.sampleCount, silent, truePeakDbfs, loudnessLufs };
  }
}

type Sinks = { encoder: StemEncoder | null; wav: WavFile | null; meters: StemMeters };

const cleanTitle = (title: string): string =>
  title
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200) || 'Untitled song';

const openSinks = async (
  options: StemWriterOptions,
  pathOf: (kind: StemFileKind) => string,
): Promise<Sinks> => {
  const { dir, stem, kinds, wavBits, signal } = options;
  const tags = { title: cleanTitle(options.title), stem, software };
  const wanted = (kind: StemFileKind): string | null => (kinds.includes(kind) ? pathOf(kind) : null);
  const [mp3, ogg, wavPath] = [wanted('mp3'), wanted('ogg'), wanted('wav')];
  const wav = wavPath === null ? null : await openWavFile(wavPath, wavBits, tags);
  const encoder =
    mp3 === null && ogg === null
      ? null
      : startStemEncoder(options.backend ?? chooseFfmpeg(), {
          workDir: dir,
          mp3,
          ogg,
          tags,
          ...(signal ? { signal } : {}),
        });
  return { encoder, wav, meters: new StemMeters() };
};

/** The files are <dir>/<stem>.<kind>. abort() may be called at any time and leaves none of them. */
export const openStemWriter = async (options: StemWriterOptions): Promise<StemWriter> => {
  const { kinds, stem, signal } = options;
  const dir = path.resolve(options.dir);
  await mkdir(dir, { recursive: true });
  const pathOf = (kind: StemFileKind): string => path.join(dir, `${stem}.${kind}`);
  const { encoder, wav, meters } = await openSinks({ ...options, dir }, pathOf);
  return {
    write: async (block) => {
      signal?.throwIfAborted();
      // The encoder works in its own process while this one measures.
      const encoded = encoder?.write(block);
      const saved = wav?.write(block);
      meters.push(block);
      await Promise.all([encoded, saved]);
    },
    finish: async () => {
      await Promise.all([encoder?.finish(), wav?.finish()]);
      if (kinds.includes('peaks')) await meters.peaks.writeTo(pathOf('peaks'));
      const measured = meters.finish();
      const checked = kinds.map(async (kind) => ({
        kind,
        path: pathOf(kind),
        ...(await fileChecksum(pathOf(kind))),
      }));
      return { ...measured, files: await Promise.all(checked) };
    },
    abort: async () => {
      await Promise.allSettled([encoder?.abort(), wav?.close()]);
      await Promise.all(kinds.map((kind) => rm(pathOf(kind), { force: true })));
    },
  };
};
