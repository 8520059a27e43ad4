// `npm run bench -- separate`: speed of each product end to end, where the time goes, memory over length, STFT, codecs.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { workerModels } from '../../workers/contract/job.ts';
import { Istft } from '../../workers/dsp/istft.ts';
import { planStft } from '../../workers/dsp/stft-plan.ts';
import { Stft } from '../../workers/dsp/stft.ts';
import { readManifest } from '../../workers/models/model-store.ts';
import { zeroBlock } from '../../workers/dsp/stereo-block.ts';
import { benchCodecs } from './bench-codecs.ts';
import { benchBlocks, writeBenchSong } from './bench-song.ts';
import { measureSong, type Measured } from './measure-song.ts';
import { ownSeconds } from './process-tree.ts';

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;

const report = (name: string, measured: Measured): void => {
  const { seconds, wall, model, child, parent, codecs, peakRss, peakPss } = measured;
  const cores = os.availableParallelism();
  const total = child + parent + codecs;
  const percent = (part: number, whole: number): string => `${Math.round((100 * part) / whole)} %`;
  console.log(
    `${name}: ${(seconds / wall).toFixed(1)}× real time (${wall.toFixed(1)} s); cpu ${total.toFixed(1)} s = ` +
      `model ${model.toFixed(1)} + dsp ${(child - model).toFixed(1)} + codecs ${codecs.toFixed(1)} + parent ${parent.toFixed(1)}; ` +
      `with ${cores} idle cores at best ${((seconds * cores) / total).toFixed(1)}×; useful ${percent(model + codecs, total)} of cpu, ` +
      `${percent(model + codecs, wall * cores)} of ${cores} cores' time; peak RSS ${megabytes(peakRss)}, PSS ${megabytes(peakPss)}`,
  );
};

const benchProducts = async (folder: string, minutes: number): Promise<void> => {
  console.log(`# End to end, a ${minutes}-minute MP3, all files written`);
  const song = await writeBenchSong(folder, minutes * 60);
  for (const model of workerModels) report(model, await measureSong(song, model, path.join(folder, 'out')));
};

const benchMemory = async (folder: string, lengths: number[]): Promise<void> => {
  console.log('# Memory of the whole process tree over the length of the song');
  for (const minutes of lengths) {
    const song = await writeBenchSong(folder, minutes * 60);
    for (const model of ['vocals', 'full'] as const)
      report(`${model}, ${minutes} minutes`, await measureSong(song, model, path.join(folder, 'out')));
    await rm(path.dirname(song), { recursive: true, force: true });
  }
};

const benchStft = async (): Promise<void> => {
  console.log('# STFT and back, stereo, one core');
  const seconds = 10;
  const length = 44_100 * seconds;
  const sound = zeroBlock(length);
  let at = 0;
  for (const { left, right } of await benchBlocks(seconds)) {
    sound.left.set(left, at);
    sound.right.set(right, at);
    at += left.length;
  }
  for (const [nFft, hop] of [
    [4096, 1024],
    [6144, 1024],
    [7680, 1024],
    [2048, 441],
  ] as const) {
    const plan = planStft({ nFft, hop, padding: 'centre', normalised: false });
    const [stft, istft] = [new Stft(plan), new Istft(plan, length)];
    istft.inverse(stft.forward(sound));
    const start = ownSeconds();
    const rounds = 3;
    for (let round = 0; round < rounds; round++) istft.inverse(stft.forward(sound));
    console.log(`${nFft}/${hop}: ${((rounds * seconds) / (ownSeconds() - start)).toFixed(0)}× real time`);
  }
};

/** --only products,memory,stft,codecs  --minutes 4  --lengths 3,10,60 */
export default async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', default: 'stft,codecs,products,memory' },
      minutes: { type: 'string', default: '4' },
      lengths: { type: 'string', default: '3,10,60' },
    },
  });
  const wanted = values.only.split(',');
  const folder = await mkdtemp(path.join(os.tmpdir(), 'partbook-bench-'));
  const { id, version } = await readManifest(
    path.join(import.meta.dirname, '../../workers/bundled/partbook-small/manifest.json'),
  );
  const load = os.loadavg()[0] ?? 0;
  console.log(
    `${os.cpus()[0]?.model ?? 'cpu'}, ${os.availableParallelism()} cores, load ${load.toFixed(1)}, ${id}@${version}`,
  );
  try {
    if (wanted.includes('stft')) await benchStft();
    if (wanted.includes('codecs')) await benchCodecs(folder);
    if (wanted.includes('products')) await benchProducts(folder, Number(values.minutes));
    if (wanted.includes('memory')) await benchMemory(folder, values.lengths.split(',').map(Number));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
