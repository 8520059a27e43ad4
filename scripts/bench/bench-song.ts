// A song for measuring, any length, as a stream: the two songs of tests/fixtures, one after the other, again and again.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openStemsWriter } from '../../workers/audio/write-stems.ts';
import type { StereoBlock } from '../../workers/dsp/stereo-block.ts';
import { readSong, songFolders } from '../../workers/evaluation/evaluation-song.ts';

const sampleRate = 44_100;
const blockSamples = 32_768;
const songsFolder = path.join(import.meta.dirname, '../../tests/fixtures/songs');

const mixtures = async (): Promise<StereoBlock[]> => {
  const workDir = await mkdtemp(path.join(os.tmpdir(), 'partbook-bench-'));
  const sounds: StereoBlock[] = [];
  try {
    for (const name of await songFolders(songsFolder))
      sounds.push((await readSong(path.join(songsFolder, name), workDir)).mixture);
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
  return sounds;
};

async function* benchSong(totalSeconds: number): AsyncGenerator<StereoBlock> {
  const sounds = await mixtures();
  let left = Math.round(totalSeconds * sampleRate);
  while (left > 0) {
    for (const sound of sounds) {
      for (let from = 0; from < sound.left.length && left > 0; from += blockSamples) {
        const to = Math.min(from + blockSamples, from + left, sound.left.length);
        yield { left: sound.left.slice(from, to), right: sound.right.slice(from, to) };
        left -= to - from;
      }
    }
  }
}

export const benchBlocks = async (seconds: number): Promise<StereoBlock[]> => {
  const blocks: StereoBlock[] = [];
  for await (const block of benchSong(seconds)) blocks.push(block);
  return blocks;
};

/** Writes the song as an MP3 and answers with its path. */
export const writeBenchSong = async (folder: string, seconds: number): Promise<string> => {
  const dir = path.join(folder, `song-${seconds}`);
  const writer = await openStemsWriter({
    dir,
    stems: ['other'],
    title: 'bench',
    kinds: ['mp3'],
    wavBits: 16,
  });
  for await (const block of benchSong(seconds)) await writer.write([block]);
  const [stem] = await writer.finish();
  const file = stem?.files[0];
  if (!file) throw new Error('the bench song was not written');
  return file.path;
};
