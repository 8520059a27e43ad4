// Chooses the FFmpeg of this machine, once.
import type { FfmpegBackend } from './ffmpeg-backend.ts';
import { systemFfmpeg } from './system-ffmpeg.ts';
import { wasmFfmpeg } from './wasm-ffmpeg.ts';

let chosen: FfmpegBackend | null = null;

/** The system's FFmpeg where there is one, else the WASM build. WORKER_FFMPEG=system|wasm forces one of them. */
export const chooseFfmpeg = (): FfmpegBackend => {
  chosen ??= pickBackend(process.env['WORKER_FFMPEG']);
  return chosen;
};

const pickBackend = (wish: string | undefined): FfmpegBackend => {
  const system = wish === 'wasm' ? null : systemFfmpeg();
  const backend = system ?? (wish === 'system' ? null : wasmFfmpeg());
  if (backend) return backend;
  throw new Error(
    wish === undefined
      ? 'No FFmpeg found. Install ffmpeg, or run `npm install` with optional dependencies to get the WASM build.'
      : `WORKER_FFMPEG=${wish}, but that FFmpeg is not installed. Install it or unset WORKER_FFMPEG.`,
  );
};
