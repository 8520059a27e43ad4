// Mean and standard deviation of a song's mono mix, for models that expect a normalised track; needs a pass of its own.
import { addToLevel, emptySums } from '../dsp/level-sums.ts';
import type { StereoBlock } from '../dsp/stereo-block.ts';
import type { SongLevel } from './separation-track.ts';

export const measureLevel = async (song: AsyncIterable<StereoBlock>): Promise<SongLevel> => {
  const sums = emptySums();
  for await (const block of song) addToLevel(sums, block);
  const mean = sums.count > 0 ? sums.sum / sums.count : 0;
  const variance = sums.count > 1 ? (sums.squares - sums.count * mean * mean) / (sums.count - 1) : 0;
  return { mean, deviation: Math.sqrt(Math.max(0, variance)) };
};
