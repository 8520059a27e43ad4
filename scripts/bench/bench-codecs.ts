// Speed of every decoder and encoder, one minute each, the process's start included.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { openSong } from '../../workers/audio/open-song.ts';
import { systemFfmpeg } from '../../workers/audio/system-ffmpeg.ts';
import { openStemsWriter } from '../../workers/audio/write-stems.ts';
import type { StemFileKind } from '../../workers/contract/job.ts';
import { benchMp3Levels } from './bench-mp3-levels.ts';
import { benchBlocks } from './bench-song.ts';

const seconds = 60;
const limits = { maxDurationSeconds: 2 * seconds, minDurationSeconds: 1 };
const written: StemFileKind[] = ['mp3', 'ogg', 'wav', 'peaks'];
/** What people bring besides what is written here, by FFmpeg's encoders. */
const brought = { flac: 'flac', m4a: 'aac', aac: 'aac', opus: 'libopus', wma: 'wmav2' };

const speed = (startMs: number): string =>
  `${((seconds * 1000) / (performance.now() - startMs)).toFixed(0)}× real time`;

const benchDecode = async (file: string): Promise<void> => {
  const start = performance.now();
  const song = await openSong(file, { ...limits, workDir: path.dirname(file) });
  let samples = 0;
  for await (const block of song.decode()) samples += block.left.length;
  console.log(`decode ${path.extname(file).slice(1)}: ${speed(start)} (${samples} samples)`);
};

export const benchCodecs = async (folder: string): Promise<void> => {
  console.log('# Decode and encode, one minute, wall time');
  const blocks = await benchBlocks(seconds);
  let wav = '';
  for (const kind of written) {
    const dir = path.join(folder, `encode-${kind}`);
    const start = performance.now();
    const writer = await openStemsWriter({
      dir,
      stems: ['other'],
      title: 'bench',
      kinds: [kind],
      wavBits: 16,
    });
    for (const block of blocks) await writer.write([block]);
    const [stem] = await writer.finish();
    console.log(`encode ${kind}: ${speed(start)}`);
    const file = stem?.files[0]?.path;
    if (kind === 'peaks' || file === undefined) continue;
    if (kind === 'wav') wav = file;
    await benchDecode(file);
  }
  if (systemFfmpeg() === null) return;
  await benchMp3Levels(folder, wav);
  for (const [extension, codec] of Object.entries(brought)) {
    const file = path.join(folder, `brought.${extension}`);
    await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', '-i', wav, '-c:a', codec, file]);
    await benchDecode(file);
  }
};
