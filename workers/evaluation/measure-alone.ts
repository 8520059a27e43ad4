// One instrument alone in, everything else should stay silent: how many dB the loudest other stem lies below it.
import type { StereoBlock } from '../dsp/stereo-block.ts';
import type { EvaluationSong } from './evaluation-song.ts';
import type { EvaluatedModel } from './model-estimates.ts';

const energy = ({ left, right }: StereoBlock): number => {
  let sum = 1e-12;
  for (let t = 0; t < left.length; t++) sum += (left[t] ?? 0) ** 2 + (right[t] ?? 0) ** 2;
  return sum;
};

export interface NextStem {
  stem: string;
  /** How many dB it lies below the sound that went in. */
  below: number;
}

/** The loudest stem that should be silent when only `name` sounds. */
export const nextStem = async (
  name: string,
  sound: StereoBlock,
  model: EvaluatedModel,
): Promise<NextStem | undefined> => {
  const levels = [...(await model.estimates(sound))]
    .filter(([stem]) => stem !== name)
    .map(([stem, block]) => ({ stem, below: 10 * Math.log10(energy(sound) / energy(block)) }));
  return levels.toSorted((a, b) => a.below - b.below)[0];
};

/** One line per stem; `other` of a song may hold any instrument, so it is left out. */
export const measureAlone = async (song: EvaluationSong, model: EvaluatedModel): Promise<string[]> => {
  const lines: string[] = [];
  for (const [name, sound] of song.stems) {
    if (name === 'other') continue;
    const loudest = await nextStem(name, sound, model);
    if (loudest)
      lines.push(
        `${song.name}, ${name} alone: the next stem is ${loudest.stem}, ${loudest.below.toFixed(1)} dB below it.`,
      );
  }
  return lines;
};
