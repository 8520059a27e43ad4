// Writes the stems of a song while they are made: MP3, OGG preview, WAV and waveform peaks, with their figures.
import { mkdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { StemFileKind, StemName } from '../contract/job.ts';
import type { StereoBlock } from '../dsp/stereo-block.ts';
import { chooseFfmpeg } from './choose-ffmpeg.ts';
import type { FfmpegBackend } from './ffmpeg-backend.ts';
import { fileChecksum, type FileChecksum } from './file-checksum.ts';
import { startStemEncoder, type EncodedStem, type StemEncoder } from './stem-encoder.ts';
import { StemMeters, type StemFigures } from './stem-meters.ts';
import { openWavFile, type WavFile } from './wav-file.ts';

export type StemsWriterOptions = {
  dir: string;
  stems: readonly StemName[];
  title: string;
  kinds: readonly StemFileKind[];
  wavBits: 16 | 24;
  signal?: AbortSignal;
  /** For tests; otherwise the machine's own. */
  backend?: FfmpegBackend;
};

type StemFileWritten = { kind: StemFileKind; path: string; bytes: number; crc32: number };
export type FinishedStem = StemFigures & { name: StemName; files: StemFileWritten[] };

export type StemsWriter = {
  /** One block per stem in their order, all equally long. */
  write(blocks: readonly StereoBlock[]): Promise<void>;
  finish(): Promise<FinishedStem[]>;
  abort(): Promise<void>;
};

const software = 'Partbook';
/** Handed on together: a second and a half, so that no copy of a whole chunk of all stems is ever made. */
const sliceFrames = 65_536;

const cleanTitle = (title: string): string =>
  title
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200) || 'Untitled song';

type OpenStem = { name: StemName; encoded: EncodedStem | null; wav: WavFile | null; meters: StemMeters };

class StemFiles implements StemsWriter {
  private readonly options: StemsWriterOptions;
  private readonly stems: OpenStem[] = [];
  /** Encoders side by side, each with its share of the stems: from the first to before the last. */
  private readonly encoders: { encoder: StemEncoder; from: number; to: number }[] = [];

  constructor(options: StemsWriterOptions) {
    this.options = options;
  }

  async open(): Promise<void> {
    const { title, wavBits, stems } = this.options;
    for (const name of stems) {
      const tags = { title: cleanTitle(title), stem: name, software };
      const [mp3, ogg, wav] = [this.wanted(name, 'mp3'), this.wanted(name, 'ogg'), this.wanted(name, 'wav')];
      this.stems.push({
        name,
        encoded: mp3 === null && ogg === null ? null : { mp3, ogg, tags },
        wav: wav === null ? null : await openWavFile(wav, wavBits, tags),
        meters: new StemMeters(),
      });
    }
    this.startEncoders();
  }

  async write(blocks: readonly StereoBlock[]): Promise<void> {
    if (blocks.length !== this.stems.length)
      throw new RangeError(`${blocks.length} stems came, ${this.stems.length} are open`);
    const length = blocks[0]?.left.length ?? 0;
    for (let at = 0; at < length; at += sliceFrames) {
      const end = Math.min(length, at + sliceFrames);
      await this.writeSlice(
        blocks.map(({ left, right }) => ({ left: left.subarray(at, end), right: right.subarray(at, end) })),
      );
    }
  }

  async finish(): Promise<FinishedStem[]> {
    const [wavs] = await Promise.all([
      Promise.all(this.stems.map(async ({ wav }) => wav?.finish())),
      ...this.encoders.map(({ encoder }) => encoder.finish()),
    ]);
    return Promise.all(this.stems.map((stem, index) => this.finished(stem, wavs[index])));
  }

  async abort(): Promise<void> {
    await Promise.allSettled([
      ...this.encoders.map(({ encoder }) => encoder.abort()),
      ...this.stems.map(({ wav }) => wav?.close()),
    ]);
    const { stems, kinds } = this.options;
    const files = stems.flatMap((stem) => kinds.map((kind) => this.pathOf(stem, kind)));
    await Promise.all(files.map((file) => rm(file, { force: true })));
  }

  private pathOf(stem: StemName, kind: StemFileKind): string {
    return path.join(this.options.dir, `${stem}.${kind}`);
  }

  private wanted(stem: StemName, kind: StemFileKind): string | null {
    return this.options.kinds.includes(kind) ? this.pathOf(stem, kind) : null;
  }

  /** As many processes as cores, not one per stem: each costs tens of megabytes, whatever it encodes. */
  private startEncoders(): void {
    const wanted = this.stems.flatMap(({ encoded }) => (encoded ? [encoded] : []));
    if (wanted.length === 0) return;
    const { dir: workDir, signal } = this.options;
    const backend = this.options.backend ?? chooseFfmpeg();
    const share = Math.ceil(wanted.length / os.availableParallelism());
    for (let from = 0; from < wanted.length; from += share) {
      const stems = wanted.slice(from, from + share);
      const options = { workDir, stems, givesWay: true, ...(signal ? { signal } : {}) };
      const encoder = startStemEncoder(backend, options);
      this.encoders.push({ encoder, from, to: from + stems.length });
    }
  }

  private async writeSlice(blocks: readonly StereoBlock[]): Promise<void> {
    this.options.signal?.throwIfAborted();
    // The encoders work in their own processes while this one measures.
    const taken = Promise.all([
      ...this.encoders.map(({ encoder, from, to }) => encoder.write(blocks.slice(from, to))),
      ...this.stems.map(({ wav }, index) => wav?.write(blocks[index] ?? zeroLength)),
    ]);
    for (const [index, { meters }] of this.stems.entries()) meters.push(blocks[index] ?? zeroLength);
    await taken;
  }

  private async finished({ name, meters }: OpenStem, wav?: FileChecksum): Promise<FinishedStem> {
    const { kinds } = this.options;
    if (kinds.includes('peaks')) await meters.peaks.writeTo(this.pathOf(name, 'peaks'));
    const files = kinds.map(async (kind) => {
      const file = this.pathOf(name, kind);
      const known = kind === 'wav' ? wav : undefined;
      return { kind, path: file, ...(known ?? (await fileChecksum(file))) };
    });
    return { name, ...meters.finish(), files: await Promise.all(files) };
  }
}

const zeroLength: StereoBlock = { left: new Float32Array(0), right: new Float32Array(0) };

/** The files are <dir>/<stem>.<kind>. abort() may be called at any time and leaves none of them. */
export const openStemsWriter = async (options: StemsWriterOptions): Promise<StemsWriter> => {
  const files = new StemFiles({ ...options, dir: path.resolve(options.dir) });
  await mkdir(path.resolve(options.dir), { recursive: true });
  try {
    await files.open();
    return files;
  } catch (error) {
    await files.abort();
    throw error;
  }
};
