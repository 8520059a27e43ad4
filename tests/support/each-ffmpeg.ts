// Both FFmpeg backends where both are installed, so that one corpus holds for either.
import assert from 'node:assert/strict';
import type { FfmpegBackend } from '../../workers/audio/ffmpeg-backend.ts';
import { systemFfmpeg } from '../../workers/audio/system-ffmpeg.ts';
import { wasmFfmpeg } from '../../workers/audio/wasm-ffmpeg.ts';

export const eachFfmpeg = (): FfmpegBackend[] => {
  const found = [systemFfmpeg(), wasmFfmpeg()].filter((backend) => backend !== null);
  assert.ok(found.length > 0, 'no FFmpeg is installed: npm install brings the WASM build');
  return found;
};
