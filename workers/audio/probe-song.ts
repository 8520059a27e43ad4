// Reads what a song file says of itself (format, rate, channels, length, title) and refuses what must not be decoded.
import { z } from 'zod';
import { damagedAudio, notAudio, oddAudio, videoFile } from './audio-refused.ts';
import { DecoderKilled } from './decoder-killed.ts';
import { guardedInput } from './guarded-input.ts';
import type { FfmpegBackend, FfmpegChild } from './ffmpeg-backend.ts';
import type { SongFormat } from './sniff-format.ts';

const wallMs = 20_000;
const cpuSeconds = 20;
const answerBytes = 1024 * 1024;

const tags = z.record(z.string(), z.string()).catch({});
const stream = z.looseObject({
  codec_type: z.string().optional(),
  sample_rate: z.coerce.number().catch(0),
  channels: z.number().catch(0),
  duration: z.coerce.number().positive().optional().catch(undefined),
  disposition: z.looseObject({ attached_pic: z.number().catch(0) }).optional(),
  tags: tags.optional(),
});
const answer = z.looseObject({
  streams: z.array(stream),
  format: z.looseObject({
    duration: z.coerce.number().positive().optional().catch(undefined),
    tags: tags.optional(),
  }),
});

export type ProbedSong = {
  sampleRate: number;
  channels: number;
  /** What the header claims; null when it claims nothing or FFmpeg only estimated it. */
  durationSeconds: number | null;
  title: string | null;
};

const readAll = async (child: FfmpegChild): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of child.stdout) {
      bytes += (chunk as Buffer).length;
      if (bytes > answerBytes) break;
      chunks.push(chunk as Buffer);
    }
  } catch {
    // Killed from here, for time or because nobody waits any more.
    throw damagedAudio();
  }
  if (bytes > answerBytes) throw damagedAudio();
  return Buffer.concat(chunks).toString('utf8');
};

const runProbe = async (child: FfmpegChild): Promise<{ text: string; errors: string }> => {
  const timer = setTimeout(() => child.kill(), wallMs);
  try {
    const text = await readAll(child);
    const { code, errors, killedFromOutside } = await child.exited;
    if (killedFromOutside) throw new DecoderKilled();
    if (code !== 0) throw damagedAudio();
    return { text, errors };
  } finally {
    clearTimeout(timer);
    child.kill();
  }
};

const titleOf = (found: Record<string, string> | undefined): string | null => {
  const title = Object.entries(found ?? {}).find(([key]) => key.toLowerCase() === 'title')?.[1];
  const clean = (title ?? '').replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return clean === '' ? null : clean.slice(0, 200);
};

const parseAnswer = (text: string): z.infer<typeof answer> => {
  try {
    return answer.parse(JSON.parse(text));
  } catch {
    throw damagedAudio();
  }
};

const interpret = (text: string, estimated: boolean): ProbedSong => {
  const { streams, format } = parseAnswer(text);
  const isVideo = streams.some((one) => one.codec_type === 'video' && one.disposition?.attached_pic !== 1);
  if (isVideo) throw videoFile();
  const sound = streams.find((one) => one.codec_type === 'audio');
  if (!sound) throw notAudio();
  if (sound.sample_rate < 8000 || sound.sample_rate > 192_000)
    throw oddAudio(`a sample rate of ${sound.sample_rate} Hz`);
  if (sound.channels < 1 || sound.channels > 8) throw oddAudio(`${sound.channels} channels`);
  return {
    sampleRate: sound.sample_rate,
    channels: sound.channels,
    durationSeconds: estimated ? null : (sound.duration ?? format.duration ?? null),
    title: titleOf(format.tags) ?? titleOf(sound.tags),
  };
};

export type ProbeOptions = { file: string; format: SongFormat; workDir: string; signal?: AbortSignal };

/** Throws AudioRefused, or the signal's reason. */
export const probeSong = async (backend: FfmpegBackend, options: ProbeOptions): Promise<ProbedSong> => {
  const { file, format, workDir, signal } = options;
  signal?.throwIfAborted();
  const child = backend.start({
    tool: 'ffprobe',
    args: [
      '-v',
      'warning',
      '-hide_banner',
      '-of',
      'json',
      '-show_format',
      '-show_streams',
      ...guardedInput(file, format),
    ],
    workDir,
    readsFile: file,
    cpuSeconds,
    ...(signal ? { signal } : {}),
  });
  try {
    const { text, errors } = await runProbe(child);
    return interpret(text, errors.includes('Estimating duration from bitrate'));
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
};
