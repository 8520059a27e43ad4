// Runs the WASM build of FFmpeg (an optional, GPL package) in a process of its own without network or other files.
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { FfmpegBackend, FfmpegRun } from './ffmpeg-backend.ts';
import { spawnLimited } from './spawn-limited.ts';

const childFile = path.join(import.meta.dirname, 'wasm-ffmpeg-child.mjs');

const findCore = (): string | null => {
  try {
    const entry = createRequire(import.meta.url).resolve('@ffmpeg/core');
    return path.resolve(path.dirname(realpathSync(entry)), '../umd');
  } catch {
    return null;
  }
};

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const permissionFlag = major > 23 || (major === 23 && minor >= 5) || (major === 22 && minor >= 13);

const nodeFlags = (run: FfmpegRun, coreDir: string): string[] => {
  const readable = [childFile, `${coreDir}/*`, ...(run.readsFile === undefined ? [] : [run.readsFile])];
  const writable = run.writesFiles ?? [];
  return [
    permissionFlag ? '--permission' : '--experimental-permission',
    '--no-warnings',
    '--max-old-space-size=192',
    ...[...readable, ...writable].map((file) => `--allow-fs-read=${file}`),
    ...writable.map((file) => `--allow-fs-write=${file}`),
  ];
};

/** The backend, or null when the optional package is not installed. */
export const wasmFfmpeg = (): FfmpegBackend | null => {
  const coreDir = findCore();
  if (coreDir === null) return null;
  return {
    name: 'wasm',
    start: (run) => {
      const job = {
        coreDir,
        tool: run.tool,
        args: run.args,
        readsFile: run.readsFile ?? null,
        writesFiles: run.writesFiles ?? [],
      };
      const command = [process.execPath, ...nodeFlags(run, coreDir), childFile, JSON.stringify(job)];
      // V8 reserves gigabytes of address space for every WASM memory, so the cap stands in the child instead.
      return spawnLimited(command, run, { cpuSeconds: run.cpuSeconds, addressSpaceKib: null });
    },
  };
};
