// The scores as a Markdown table: one row per song and stem, then the mean of each stem over the songs.
import { methods, type Method, type Score, type StemScores } from './evaluate-song.ts';

const order = ['vocals', 'drums', 'bass', 'guitar', 'piano', 'other'];

const cell = (score: Score | undefined): string => {
  if (!score) return '–';
  const [global, median] = [score.global, score.median].map((value) => value?.toFixed(1) ?? '–');
  return `${global} / ${median}`;
};

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

const meanScore = (rows: readonly StemScores[], method: Method): Score | undefined => {
  const scores = rows.flatMap((row) => row.scores.get(method) ?? []);
  const global = mean(scores.map((score) => score.global));
  if (global === null) return undefined;
  return { global, median: mean(scores.flatMap(({ median }) => median ?? [])) };
};

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

export const evaluationTable = (rows: readonly StemScores[], modelName: string): string => {
  const header = ['song', 'stem', modelName, ...methods.slice(1)];
  const body = rows.map(({ song, stem, scores }) => [song, stem, ...methods.map((m) => cell(scores.get(m)))]);
  const means = order.flatMap((stem) => {
    const own = rows.filter((row) => row.stem === stem);
    return own.length === 0 ? [] : [['**mean**', stem, ...methods.map((m) => cell(meanScore(own, m)))]];
  });
  return [
    'SDR in dB, whole song / median of 1-second frames (seconds in which a source is silent left out).',
    '',
    line(header),
    line(header.map(() => '---')),
    ...[...body, ...means].map(line),
  ].join('\n');
};
