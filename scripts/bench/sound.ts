// `npm run bench -- sound`: SDR of a model on songs with known stems, beside floor, ceiling and a classic method.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { evaluateSong, type StemScores } from '../../workers/evaluation/evaluate-song.ts';
import { readSong, songFolders } from '../../workers/evaluation/evaluation-song.ts';
import { evaluationTable } from '../../workers/evaluation/evaluation-table.ts';
import { measureAlone } from '../../workers/evaluation/measure-alone.ts';
import { EvaluatedModel } from '../../workers/evaluation/model-estimates.ts';

const bundledSongs = path.join(import.meta.dirname, '../../tests/fixtures/songs');

const usage = `npm run bench -- sound [--songs DIR] [--engine ID] [--alone]

  --songs DIR   folder of <song>/<stem>.wav or .flac (default: the songs in tests/fixtures/songs)
  --engine ID   model to measure (default: the one in use for the product "full")
  --alone       also give each stem alone to the model, and say how far down the other stems then are
`;

export default async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      songs: { type: 'string' },
      engine: { type: 'string' },
      alone: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  const folder = path.resolve(values.songs ?? bundledSongs);
  const model = await EvaluatedModel.named(values.engine);
  const workDir = await mkdtemp(path.join(os.tmpdir(), 'partbook-bench-'));
  const rows: StemScores[] = [];
  const alone: string[] = [];
  let seconds = 0;
  try {
    for (const name of await songFolders(folder)) {
      const song = await readSong(path.join(folder, name), workDir);
      seconds += song.mixture.left.length / 44_100;
      rows.push(...(await evaluateSong(song, ({ mixture }) => model.estimates(mixture))));
      if (values.alone) alone.push(...(await measureAlone(song, model)));
      process.stderr.write(`measured ${name}\n`);
    }
    process.stdout.write(`${evaluationTable(rows, model.name)}\n\n`);
    if (alone.length > 0) process.stdout.write(`${alone.join('\n')}\n\n`);
    process.stdout.write(
      `${seconds.toFixed(0)} s of music; the network alone ran at ${model.speed.toFixed(1)}× real time here.\n`,
    );
  } finally {
    await model.close();
    await rm(workDir, { recursive: true, force: true });
  }
}
