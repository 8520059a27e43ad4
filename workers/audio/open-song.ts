// Opens an untrusted song file: sniffed, probed and measured against the limits before a sample is decoded.
import { realpath } from 'node:fs/promises';
import type { StereoBlock } from '../dsp/stereo-block.ts';
import { notAudio, tooLong, tooShort } from './audio-refused.ts';
import { chooseFfmpeg } from './choose-ffmpeg.ts';
import { decodeSong } from './decode-song.ts';
import type { FfmpegBackend } from './ffmpeg-backend.ts';
import { measureDuration } from './measure-duration.ts';
import { probeSong } from './probe-song.ts';
import { sniffFormat } from './sniff-format.ts';

export type OpenSongOptions = {
  maxDurationSeconds: number;
  minDurationSeconds: number;
  /** Private folder of the job; the decoder's working folder. */
  workDir: string;
  signal?: AbortSignal;
  /** For tests; otherwise the machine's own. */
  backend?: FfmpegBackend;
};

export type OpenSong = {
  format: string;
  /** Of the file; what is decoded is always 44.1 kHz stereo. */
  sampleRate: number;
  channels: number;
  probedDurationSeconds: number | null;
  title: string | null;
  /** May be called more than once; each call decodes the song anew. */
  decode(): AsyncIterable<StereoBlock>;
};

/** Throws AudioRefused, or the signal's reason. */
export const openSong = async (file: string, options: OpenSongOptions): Promise<OpenSong> => {
  const { maxDurationSeconds, minDurationSeconds, workDir, signal } = options;
  const path = await realpath(file);
  const format = await sniffFormat(path);
  if (format === null) throw notAudio();
  const backend = options.backend ?? chooseFfmpeg();
  const withSignal = signal ? { signal } : {};
  const probed = await probeSong(backend, { file: path, format, workDir, ...withSignal });
  const { sampleRate, channels, title } = probed;
  const limits = { maxDurationSeconds, minDurationSeconds };
  const decoding = { file: path, format, channels, workDir, ...limits, ...withSignal };
  // A header that claims too much is believed: nothing is lost by it. One that claims too little is found out in decoding.
  const durationSeconds = probed.durationSeconds ?? (await measureDuration(backend, decoding));
  if (durationSeconds > maxDurationSeconds) throw tooLong(maxDurationSeconds);
  // Packets may hold no sound at all: whether there is enough of it, only decoding tells.
  if (probed.durationSeconds !== null && durationSeconds < minDurationSeconds)
    throw tooShort(minDurationSeconds);
  return {
    format,
    sampleRate,
    channels,
    probedDurationSeconds: durationSeconds,
    title,
    decode: () => decodeSong(backend, decoding),
  };
};
