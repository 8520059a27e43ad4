// A song for measuring: drums, bass, chords and a wavering voice, different in each channel, any length, as a stream.
import path from 'node:path';
import { openStemWriter } from '../../workers/audio/write-stem.ts';
import type { StereoBlock } from '../../workers/dsp/stereo-block.ts';

const sampleRate = 44_100;
const blockSamples = 32_768;
const beatSeconds = 0.5;
const roots = [110, 87.31, 130.81, 98];

const sampleAt = (seconds: number, noise: number, channel: number): number => {
  const beat = seconds % beatSeconds;
  const root = roots[Math.floor(seconds / 2) % roots.length] ?? 110;
  const tone = (hz: number): number => Math.sin(2 * Math.PI * hz * seconds);
  const kick = Math.exp(-beat * 30) * Math.sin(2 * Math.PI * (50 + 60 * Math.exp(-beat * 40)) * beat);
  const hat = Math.exp(-((seconds % (beatSeconds / 2)) * 60)) * noise;
  const bass = tone(root) + 0.4 * tone(2 * root);
  const chord = tone(root * 4) + tone(root * 5) + tone(root * 6);
  const voice = Math.sin(2 * Math.PI * root * 4 * seconds + 3 * Math.sin(2 * Math.PI * 5.5 * seconds));
  return 0.4 * kick + 0.08 * hat + 0.12 * bass + (channel === 0 ? 0.06 : 0.03) * chord + 0.1 * voice;
};

export function* benchSong(totalSeconds: number): Generator<StereoBlock> {
  const total = Math.round(totalSeconds * sampleRate);
  let state = 1;
  for (let from = 0; from < total; from += blockSamples) {
    const length = Math.min(blockSamples, total - from);
    const block = { left: new Float32Array(length), right: new Float32Array(length) };
    for (let t = 0; t < length; t++) {
      state = (state * 1664525 + 1013904223) % 4294967296;
      const noise = state / 2147483648 - 1;
      block.left[t] = sampleAt((from + t) / sampleRate, noise, 0);
      block.right[t] = sampleAt((from + t) / sampleRate, noise, 1);
    }
    yield block;
  }
}

/** Writes the song as an MP3 and answers with its path. */
export const writeBenchSong = async (folder: string, seconds: number): Promise<string> => {
  const dir = path.join(folder, `song-${seconds}`);
  const writer = await openStemWriter({ dir, stem: 'other', title: 'bench', kinds: ['mp3'], wavBits: 16 });
  for (const block of benchSong(seconds)) await writer.write(block);
  const { files } = await writer.finish();
  const [file] = files;
  if (!file) throw new Error('the bench song was not written');
  return file.path;
};
