// Decodes a song to blocks of 44.1 kHz stereo through FFmpeg's pipe, at the reader's pace and within the limits.
import { deinterleave } from '../dsp/deinterleave.ts';
import type { StereoBlock } from '../dsp/stereo-block.ts';
import { damagedAudio, tooLong, tooShort } from './audio-refused.ts';
import { DecoderKilled } from './decoder-killed.ts';
import type { FfmpegBackend, FfmpegChild } from './ffmpeg-backend.ts';
import { guardedInput } from './guarded-input.ts';
import type { SongFormat } from './sniff-format.ts';

export const songSampleRate = 44_100;
/** A second and a half: six stems of it are a few megabytes. */
const maxBlockFrames = 65_536;

const bytesPerFrame = 8;
/** Longest silence of the decoder while it is being waited for. */
const stallMs = 20_000;
/** Processor time for an hour of sound is 5 to 20 s; the kernel ends a decoder that takes far more. */
const cpuSeconds = 240;

export type DecodeOptions = {
  file: string;
  format: SongFormat;
  channels: number;
  workDir: string;
  minDurationSeconds: number;
  maxDurationSeconds: number;
  signal?: AbortSignal;
};

/**
 * swr's default filter loses 1.3 dB at 20 kHz and aliases, hence the longer one. A mono song must come out on both
 * sides at full level, so it is copied instead of mixed; more channels are mixed without exceeding full scale.
 */
const toStereo = (channels: number): string => {
  const resample = 'aresample=44100:filter_size=64:cutoff=0.98';
  if (channels === 1) return `${resample},pan=stereo|c0=c0|c1=c0`;
  return channels === 2 ? resample : `${resample}:rematrix_maxval=1.0:out_channel_layout=stereo`;
};

const decodeArguments = (options: DecodeOptions): string[] => [
  '-hide_banner',
  '-v',
  'error',
  ...guardedInput(options.file, options.format),
  '-map',
  '0:a:0',
  '-vn',
  '-sn',
  '-dn',
  '-map_metadata',
  '-1',
  '-t',
  String(Math.ceil(options.maxDurationSeconds) + 1),
  '-af',
  `${toStereo(options.channels)},aformat=sample_fmts=flt:channel_layouts=stereo`,
  '-c:a',
  'pcm_f32le',
  '-f',
  'f32le',
  'pipe:1',
];

/** Waits for the child's next chunk, but not for ever. */
const nextChunk = async (
  chunks: AsyncIterator<Buffer>,
  child: FfmpegChild,
): Promise<IteratorResult<Buffer>> => {
  const timer = setTimeout(() => child.kill(), stallMs);
  try {
    return await chunks.next();
  } catch {
    // The pipe breaks only when the child is killed from here: cancelled, or silent for too long.
    throw damagedAudio();
  } finally {
    clearTimeout(timer);
  }
};

/** Regroups the pipe's chunks into blocks of whole frames. */
async function* wholeBlocks(child: FfmpegChild): AsyncGenerator<StereoBlock, void, void> {
  const chunks = child.stdout[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const blockBytes = maxBlockFrames * bytesPerFrame;
  const pending = Buffer.allocUnsafe(blockBytes);
  let filled = 0;
  for (;;) {
    const { done, value } = await nextChunk(chunks, child);
    if (done === true) break;
    for (let at = 0; at < value.length;) {
      const taken = value.copy(pending, filled, at);
      filled += taken;
      at += taken;
      if (filled < blockBytes) continue;
      yield deinterleave(pending);
      filled = 0;
    }
  }
  const rest = filled - (filled % bytesPerFrame);
  if (rest > 0) yield deinterleave(pending.subarray(0, rest));
}

const checkLength = (frames: number, options: DecodeOptions): void => {
  if (frames === 0) throw damagedAudio();
  if (frames < options.minDurationSeconds * songSampleRate) throw tooShort(options.minDurationSeconds);
};

/** Throws AudioRefused, or the signal's reason. The child is gone when the iteration ends, however it ends. */
export async function* decodeSong(
  backend: FfmpegBackend,
  options: DecodeOptions,
): AsyncGenerator<StereoBlock, void, void> {
  const { file, workDir, signal } = options;
  signal?.throwIfAborted();
  const child = backend.start({
    tool: 'ffmpeg',
    args: decodeArguments(options),
    workDir,
    readsFile: file,
    cpuSeconds,
    ...(signal ? { signal } : {}),
  });
  const mostFrames = Math.ceil(options.maxDurationSeconds * songSampleRate);
  let frames = 0;
  try {
    for await (const block of wholeBlocks(child)) {
      signal?.throwIfAborted();
      frames += block.left.length;
      if (frames > mostFrames) throw tooLong(options.maxDurationSeconds);
      yield block;
    }
    const { code, killedFromOutside } = await child.exited;
    signal?.throwIfAborted();
    if (killedFromOutside) throw new DecoderKilled();
    if (code !== 0) throw damagedAudio();
    checkLength(frames, options);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    child.kill();
    // Unread sound would keep the pipe open, and its closing is part of the child's exit.
    child.stdout.destroy();
    await child.exited;
  }
}
