// Encodes stems to MP3 and OGG with one FFmpeg process that is fed all of them side by side through one pipe.
import { interleave } from '../dsp/interleave.ts';
import type { StereoBlock } from '../dsp/stereo-block.ts';
import { songSampleRate } from './decode-song.ts';
import type { FfmpegBackend, FfmpegChild } from './ffmpeg-backend.ts';
import { StemNotWritten } from './stem-not-written.ts';

export type StemEncoder = {
  /** One block per stem, all equally long. */
  write(blocks: readonly StereoBlock[]): Promise<void>;
  finish(): Promise<void>;
  abort(): Promise<void>;
};

/** What one stem becomes; at least one of the files. */
export type EncodedStem = {
  mp3: string | null;
  ogg: string | null;
  tags: { title: string; stem: string; software: string };
  /** What happens to the sound on its way, in FFmpeg's words. */
  filter?: string | null;
};

export type StemEncoderOptions = {
  workDir: string;
  stems: readonly EncodedStem[];
  /** Whether other work on this machine goes first. */
  givesWay?: boolean;
  signal?: AbortSignal;
};

/**
 * Writes that may wait for an encoder: about a dozen seconds of sound. The encoders work in the gaps that the network leaves,
 * each at its own pace; with less in hand, one would stand still while the network waits for the other.
 */
export const mostWaiting = 8;
/** Longest time in which the encoder takes nothing at all. */
const stallMs = 120_000;
/** An hour of a stem in both codecs costs about a minute; the rest is for slow machines and the WASM build. */
const cpuSecondsPerStem = 1200;

/**
 * 192 kbit/s is LAME's transparent region for single instruments at a size six streams of a phone can carry; constant
 * rate without bit reservoir lets the practice room decode any byte range, the Xing/LAME header carries delay and length.
 */
const mp3Codec = [
  '-c:a',
  'libmp3lame',
  '-b:a',
  '192k',
  // Without noise shaping: at this rate the noise lies below what a stem masks either way, a third of the time is saved,
  // and less noise of each stem is left for the mixes that play it beside others (bench -- separate --only codecs).
  '-compression_level',
  '7',
  '-reservoir',
  '0',
  '-write_xing',
  '1',
  '-id3v2_version',
  '3',
];
/**
 * A preview: Opus, which costs a third of Vorbis' time and half its bytes. The WASM build's Opus encoder crashes, so
 * there it is Vorbis at about 96 kbit/s.
 */
const oggCodecs: Record<FfmpegBackend['name'], readonly string[]> = {
  system: ['-c:a', 'libopus', '-b:a', '64k', '-compression_level', '0'],
  wasm: ['-c:a', 'libvorbis', '-q:a', '2'],
};

const tagArguments = ({ title, stem, software }: EncodedStem['tags']): string[] => {
  const tags = { title: `${title} (${stem})`, stem, encoded_by: software };
  return Object.entries(tags).flatMap(([key, value]) => ['-metadata', `${key}=${value}`]);
};

type Output = { label: string; file: string; codec: readonly string[]; format: string; tags: string[] };

const outputsOf = ({ mp3, ogg, tags }: EncodedStem, stem: number, oggCodec: readonly string[]): Output[] => {
  const common = { tags: tagArguments(tags) };
  return [
    ...(mp3 === null ? [] : [{ ...common, label: `m${stem}`, file: mp3, codec: mp3Codec, format: 'mp3' }]),
    ...(ogg === null ? [] : [{ ...common, label: `o${stem}`, file: ogg, codec: oggCodec, format: 'ogg' }]),
  ];
};

/** Splits the pipe's channels into stereo pairs, one for each output: [s0]pan=stereo|c0=c0|c1=c1,asplit=2[m0][o0]; … */
const splitFilter = (outputs: readonly Output[][], stems: readonly EncodedStem[]): string => {
  const split = outputs.map((_, stem) => `[s${stem}]`).join('');
  const pairs = outputs.map((own, stem) => {
    const labels = own.map(({ label }) => `[${label}]`).join('');
    const filter = stems[stem]?.filter ? `${stems[stem].filter},` : '';
    return `[s${stem}]pan=stereo|c0=c${2 * stem}|c1=c${2 * stem + 1},${filter}asplit=${own.length}${labels}`;
  });
  return [`[0:a]aformat=sample_fmts=fltp,asplit=${outputs.length}${split}`, ...pairs].join(';');
};

const encoderArguments = (stems: readonly EncodedStem[], oggCodec: readonly string[]): string[] => {
  const outputs = stems.map((stem, index) => outputsOf(stem, index, oggCodec));
  return [
    '-hide_banner',
    '-v',
    'error',
    '-protocol_whitelist',
    'file,pipe',
    '-filter_threads',
    '1',
    '-filter_complex_threads',
    '1',
    '-f',
    'f32le',
    '-ar',
    String(songSampleRate),
    '-ac',
    String(2 * stems.length),
    // Six channels are three stems here, not a cinema.
    '-guess_layout_max',
    '0',
    '-i',
    'pipe:0',
    '-filter_complex',
    splitFilter(outputs, stems),
    ...outputs.flat().flatMap(({ label, file, codec, format, tags }) => {
      const target = ['-f', format, `file:${file}`];
      return ['-map', `[${label}]`, ...codec, ...tags, ...target];
    }),
  ];
};

const feed = (child: FfmpegChild, { signal }: StemEncoderOptions): StemEncoder => {
  /** Memory of what the pipe has taken, for later writes: new memory for each would be most of what is ever collected. */
  const spare: Float32Array<ArrayBuffer>[] = [];
  let waiting = 0;
  let wake: (() => void) | null = null;
  let failure: StemNotWritten | null = null;
  void child.exited.then(({ code, errors }) => {
    failure = new StemNotWritten(`the encoder ended early (${code ?? 'killed'}): ${errors.slice(0, 500)}`);
    wake?.();
  });
  /** An encoder that has ended or hangs is an error, never a wait without end. */
  const untilRoom = async (): Promise<void> => {
    while (waiting >= mostWaiting && failure === null) {
      const timer = setTimeout(() => child.kill(), stallMs);
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      clearTimeout(timer);
    }
    if (failure !== null) throw failure;
  };
  return {
    write: async (blocks) => {
      signal?.throwIfAborted();
      const mixed = interleave(blocks, spare.pop());
      if (mixed.length === 0) return;
      waiting += 1;
      const { buffer } = mixed;
      child.stdin?.write(Buffer.from(buffer, 0, mixed.byteLength), (error) => {
        // A write that fails is followed by the end of the process, which knows why.
        if (error) return;
        waiting -= 1;
        spare.push(new Float32Array(buffer));
        wake?.();
      });
      await untilRoom();
    },
    finish: async () => {
      child.stdin?.end();
      const timer = setTimeout(() => child.kill(), stallMs);
      const { code, errors } = await child.exited;
      clearTimeout(timer);
      signal?.throwIfAborted();
      if (code !== 0)
        throw new StemNotWritten(`the encoder failed (${code ?? 'killed'}): ${errors.slice(0, 500)}`);
    },
    abort: async () => {
      child.kill();
      await child.exited;
    },
  };
};

export const startStemEncoder = (backend: FfmpegBackend, options: StemEncoderOptions): StemEncoder => {
  const { workDir, stems, givesWay = false, signal } = options;
  const child = backend.start({
    tool: 'ffmpeg',
    args: encoderArguments(stems, oggCodecs[backend.name]),
    workDir,
    writesFiles: stems.flatMap(({ mp3, ogg }) => [mp3, ogg]).filter((file) => file !== null),
    fed: true,
    givesWay,
    cpuSeconds: cpuSecondsPerStem * stems.length,
    ...(signal ? { signal } : {}),
  });
  child.stdout.resume();
  return feed(child, options);
};
