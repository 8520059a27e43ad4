// Runs the FFmpeg that is installed on this machine.
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import type { FfmpegBackend } from './ffmpeg-backend.ts';
import { spawnLimited } from './spawn-limited.ts';

/** A decoder needs about 300 MB of address space, nearly all of it shared libraries; the rest is room for the song. */
const addressSpaceKib = 1024 * 1024;

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const findProgram = (name: string): string | null => {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const folders = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder));
  return folders.map((folder) => path.join(folder, name + suffix)).find(isProgram) ?? null;
};

/** The backend, or null when ffmpeg and ffprobe are not both on the PATH. */
export const systemFfmpeg = (): FfmpegBackend | null => {
  const programs = { ffmpeg: findProgram('ffmpeg'), ffprobe: findProgram('ffprobe') };
  if (programs.ffmpeg === null || programs.ffprobe === null) return null;
  const { ffmpeg, ffprobe } = programs;
  return {
    name: 'system',
    start: (run) => {
      const command =
        run.tool === 'ffmpeg' ? [ffmpeg, '-nostdin', '-y', ...run.args] : [ffprobe, ...run.args];
      return spawnLimited(command, run, { cpuSeconds: run.cpuSeconds, addressSpaceKib });
    },
  };
};
