// Scores of one song: the model beside the mixture as estimate, the ideal mask and the classic method.
import { addBlock } from '../dsp/scale-block.ts';
import { zeroBlock, type StereoBlock } from '../dsp/stereo-block.ts';
import { classicEstimates } from './classic-separation.ts';
import type { EvaluationSong } from './evaluation-song.ts';
import { idealMaskEstimates } from './ideal-masks.ts';
import { globalSdr, medianSdr, secondsWithAll } from './signal-to-distortion.ts';

export const methods = ['model', 'mixture', 'classic', 'ideal mask'] as const;
export type Method = (typeof methods)[number];

export interface Score {
  global: number;
  /** Median of the seconds in which all sources sound; null when there is none. */
  median: number | null;
}

export interface StemScores {
  song: string;
  stem: string;
  scores: Map<Method, Score>;
}

/** Stems that a song's folder may leave out because they are in its `other`. */
const foldable = ['bass', 'guitar', 'piano', 'other'];

/** What a method says of one reference stem: for `other`, everything the song's own split puts there. */
export const estimateFor = (
  stem: string,
  references: readonly string[],
  estimates: Map<string, StereoBlock>,
): StereoBlock | null => {
  const sources = stem === 'other' ? foldable.filter((s) => s === stem || !references.includes(s)) : [stem];
  const blocks = sources.flatMap((source) => estimates.get(source) ?? []);
  const [first] = blocks;
  if (!first) return null;
  const sum = zeroBlock(first.left.length);
  for (const block of blocks) addBlock(sum, block);
  return sum;
};

type Separate = (song: EvaluationSong) => Promise<Map<string, StereoBlock>>;

export const evaluateSong = async (song: EvaluationSong, model: Separate): Promise<StemScores[]> => {
  const names = [...song.stems.keys()];
  const seconds = secondsWithAll([...song.stems.values()]);
  const rows: StemScores[] = names.map((stem) => ({ song: song.name, stem, scores: new Map() }));
  const separators: Record<Method, Separate> = {
    model,
    mixture: ({ mixture }) => Promise.resolve(new Map(names.map((name) => [name, mixture]))),
    classic: ({ mixture }) => Promise.resolve(classicEstimates(mixture)),
    'ideal mask': (whole) => Promise.resolve(idealMaskEstimates(whole)),
  };
  for (const method of methods) {
    const estimates = await separators[method](song);
    for (const { stem, scores } of rows) {
      const reference = song.stems.get(stem);
      const estimate = estimateFor(stem, method === 'mixture' ? [...foldable] : names, estimates);
      if (!reference || !estimate) continue;
      scores.set(method, {
        global: globalSdr(reference, estimate),
        median: medianSdr(reference, estimate, seconds),
      });
    }
  }
  return rows;
};
