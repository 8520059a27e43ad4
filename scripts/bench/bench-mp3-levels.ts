// What LAME's levels cost and keep of the sound, at the rate that stems are written at: why the writer asks for level 7.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { readSound } from '../../workers/evaluation/evaluation-song.ts';
import { globalSdr } from '../../workers/evaluation/signal-to-distortion.ts';
import { endedChildrenSeconds } from './process-tree.ts';

const levels = ['2', '5', '7'];

/** Each line: processor seconds of one minute, and the signal against what the encoder added to it. */
export const benchMp3Levels = async (folder: string, wav: string): Promise<void> => {
  const source = await readSound(wav, folder);
  for (const level of levels) {
    const file = path.join(folder, `level-${level}.mp3`);
    const before = endedChildrenSeconds();
    const codec = ['-c:a', 'libmp3lame', '-b:a', '192k', '-reservoir', '0', '-compression_level', level];
    await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', '-i', wav, ...codec, file]);
    const seconds = endedChildrenSeconds() - before;
    const ratio = globalSdr(source, await readSound(file, folder));
    console.log(`mp3 level ${level}: ${seconds.toFixed(2)} s of cpu, ${ratio.toFixed(1)} dB signal to noise`);
  }
};
