// Encodes one stem to MP3 and OGG Vorbis with a single FFmpeg process that is fed from a pipe.
import { once } from 'node:events';
import type { StereoBlock } from '../dsp/stereo-block.ts';
import { songSampleRate } from './decode-song.ts';
import type { FfmpegBackend, FfmpegChild } from './ffmpeg-backend.ts';
import { StemNotWritten } from './stem-not-written.ts';

export type StemEncoder = {
  write(block: StereoBlock): Promise<void>;
  finish(): Promise<void>;
  abort(): Promise<void>;
};

export type StemEncoderOptions = {
  workDir: string;
  mp3: string | null;
  ogg: string | null;
  tags: { title: string; stem: string; software: string };
  signal?: AbortSignal;
};

/** Longest time in which the encoder takes nothing at all. */
const stallMs = 120_000;
/** An hour of both codecs costs about a minute; the rest is for slow machines and the WASM build. */
const cpuSeconds = 1200;

/**
 * 192 kbit/s is LAME's transparent region for single instruments at a size six streams of a phone can carry; constant
 * rate without bit reservoir lets the practice room decode any byte range, the Xing/LAME header carries delay and length.
 */
const mp3Codec = [
  '-c:a',
  'libmp3lame',
  '-b:a',
  '192k',
  '-reservoir',
  '0',
  '-write_xing',
  '1',
  '-id3v2_version',
  '3',
];
/** About 96 kbit/s: a preview. */
const oggCodec = ['-c:a', 'libvorbis', '-q:a', '2'];

const tagArguments = ({ title, stem, software }: StemEncoderOptions['tags']): string[] => {
  const tags = { title: `${title} (${stem})`, stem, encoded_by: software };
  return Object.entries(tags).flatMap(([key, value]) => ['-metadata', `${key}=${value}`]);
};

const encoderArguments = (options: StemEncoderOptions): string[] => {
  const tags = tagArguments(options.tags);
  const output = (file: string | null, codec: readonly string[], format: string): string[] =>
    file === null ? [] : ['-map', '0:a', ...codec, ...tags, '-f', format, `file:${file}`];
  return [
    '-hide_banner',
    '-v',
    'error',
    '-protocol_whitelist',
    'file,pipe',
    '-f',
    'f32le',
    '-ar',
    String(songSampleRate),
    '-ac',
    '2',
    '-i',
    'pipe:0',
    ...output(options.mp3, mp3Codec, 'mp3'),
    ...output(options.ogg, oggCodec, 'ogg'),
  ];
};

const interleave = ({ left, right }: StereoBlock): Buffer => {
  const mixed = new Float32Array(left.length * 2);
  for (let frame = 0; frame < left.length; frame += 1) {
    mixed[2 * frame] = left[frame] ?? 0;
    mixed[2 * frame + 1] = right[frame] ?? 0;
  }
  return Buffer.from(mixed.buffer);
};

/** Waits until the pipe takes more; an encoder that has ended or hangs is an error, never a wait without end. */
const untilDrained = async (child: FfmpegChild): Promise<void> => {
  if (!child.stdin) return;
  const cancel = new AbortController();
  const timer = setTimeout(() => child.kill(), stallMs);
  const { signal } = cancel;
  try {
    const ended = child.exited.then(({ code, errors }) => {
      throw new StemNotWritten(`the encoder ended early (${code ?? 'killed'}): ${errors.slice(0, 500)}`);
    });
    await Promise.race([once(child.stdin, 'drain', { signal }), ended]);
  } finally {
    clearTimeout(timer);
    cancel.abort();
  }
};

const feed = (child: FfmpegChild, options: StemEncoderOptions): StemEncoder => {
  const { signal } = options;
  return {
    write: async (block) => {
      signal?.throwIfAborted();
      if (block.left.length === 0 || child.stdin?.write(interleave(block)) === true) return;
      await untilDrained(child);
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
  const { workDir, mp3, ogg, signal } = options;
  const child = backend.start({
    tool: 'ffmpeg',
    args: encoderArguments(options),
    workDir,
    writesFiles: [mp3, ogg].filter((file) => file !== null),
    fed: true,
    cpuSeconds,
    ...(signal ? { signal } : {}),
  });
  child.stdout.resume();
  return feed(child, options);
};
