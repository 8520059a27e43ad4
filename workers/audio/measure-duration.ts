// The length of a song whose header does not tell it, by walking over its packets without decoding them.
import { damagedAudio } from './audio-refused.ts';
import type { DecodeOptions } from './decode-song.ts';
import { DecoderKilled } from './decoder-killed.ts';
import type { FfmpegBackend } from './ffmpeg-backend.ts';
import { guardedInput } from './guarded-input.ts';

const wallMs = 25_000;
const cpuSeconds = 25;

/** FFmpeg reports its place once in a while; the last report is the end. */
const lastPlaceSeconds = (progress: string): number => {
  const [, microseconds] = [...progress.matchAll(/^out_time_us=(\d+)$/gm)].at(-1) ?? [];
  if (microseconds === undefined) throw damagedAudio();
  return Number(microseconds) / 1e6;
};

/** In seconds, not past one second over the limit. Throws AudioRefused, or the signal's reason. */
export const measureDuration = async (backend: FfmpegBackend, options: DecodeOptions): Promise<number> => {
  const { file, format, workDir, maxDurationSeconds, signal } = options;
  const limit = ['-t', String(Math.ceil(maxDurationSeconds) + 1)];
  const child = backend.start({
    tool: 'ffmpeg',
    args: [
      ...'-hide_banner -v error -nostats -progress pipe:1'.split(' '),
      ...guardedInput(file, format),
      ...'-map 0:a:0 -vn -sn -dn -c copy'.split(' '),
      ...limit,
      ...'-f null -'.split(' '),
    ],
    workDir,
    readsFile: file,
    cpuSeconds,
    ...(signal ? { signal } : {}),
  });
  const timer = setTimeout(() => child.kill(), wallMs);
  let progress = '';
  child.stdout.on('data', (chunk: Buffer) => {
    progress = (progress + chunk.toString('latin1')).slice(-4096);
  });
  const { code, killedFromOutside } = await child.exited;
  clearTimeout(timer);
  signal?.throwIfAborted();
  if (killedFromOutside) throw new DecoderKilled();
  if (code !== 0) throw damagedAudio();
  return lastPlaceSeconds(progress);
};
