// Songs to measure on: folders of <song>/<stem>.wav or .flac, with or without their mixture.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { openSong } from '../audio/open-song.ts';
import { addBlock } from '../dsp/scale-block.ts';
import { zeroBlock, type StereoBlock } from '../dsp/stereo-block.ts';

export interface EvaluationSong {
  name: string;
  mixture: StereoBlock;
  /** The stems that sound, by name. */
  stems: Map<string, StereoBlock>;
}

const soundFile = /^([a-z]+)\.(wav|flac)$/i;
const longestSeconds = 20 * 60;

const joined = (blocks: readonly StereoBlock[]): StereoBlock => {
  const whole = zeroBlock(blocks.reduce((length, { left }) => length + left.length, 0));
  let at = 0;
  for (const { left, right } of blocks) {
    whole.left.set(left, at);
    whole.right.set(right, at);
    at += left.length;
  }
  return whole;
};

/** A whole file in memory. */
export const readSound = async (file: string, workDir: string): Promise<StereoBlock> => {
  const song = await openSong(file, {
    maxDurationSeconds: longestSeconds,
    minDurationSeconds: 0,
    workDir,
    signal: AbortSignal.timeout(10 * 60_000),
  });
  const blocks: StereoBlock[] = [];
  for await (const block of song.decode()) blocks.push(block);
  return joined(blocks);
};

/** Names of the folders that hold at least one stem. */
export const songFolders = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => {
    throw new Error(
      `There is no folder ${folder}. Give one that holds <song>/<stem>.wav or .flac with --songs.`,
    );
  });
  const songs: string[] = [];
  for (const entry of entries) {
    if (!entry.isDirectory()) continue;
    const files = await readdir(path.join(folder, entry.name));
    if (files.some((file) => soundFile.test(file))) songs.push(entry.name);
  }
  if (songs.length === 0)
    throw new Error(`${folder} holds no song: a folder with stems such as vocals.wav and drums.flac.`);
  return songs.toSorted((a, b) => a.localeCompare(b));
};

export const readSong = async (folder: string, workDir: string): Promise<EvaluationSong> => {
  const stems = new Map<string, StereoBlock>();
  for (const file of (await readdir(folder)).toSorted((a, b) => a.localeCompare(b))) {
    const name = soundFile.exec(file)?.[1];
    if (name) stems.set(name.toLowerCase(), await readSound(path.join(folder, file), workDir));
  }
  const given = stems.get('mixture');
  stems.delete('mixture');
  const lengths = [...stems.values()].map(({ left }) => left.length);
  const length = Math.max(0, ...lengths);
  if (lengths.some((other) => other !== length) || (given && given.left.length !== length))
    throw new Error(`The stems of ${folder} differ in length: ${[...new Set(lengths)].join(', ')} samples.`);
  const sum = zeroBlock(length);
  if (!given) for (const block of stems.values()) addBlock(sum, block);
  return { name: path.basename(folder), mixture: given ?? sum, stems };
};
