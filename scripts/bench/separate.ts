// `npm run bench -- separate`: speed of each product end to end, where the time goes, memory over length, STFT, codecs.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openSong } from '../../workers/audio/open-song.ts';
import { openStemWriter } from '../../workers/audio/write-stem.ts';
import { workerModels, type StemFileKind } from '../../workers/contract/job.ts';
import { Istft } from '../../workers/dsp/istft.ts';
import { planStft } from '../../workers/dsp/stft-plan.ts';
import { Stft } from '../../workers/dsp/stft.ts';
import { readManifest } from '../../workers/models/model-store.ts';
import type { ProductName } from '../../workers/models/products.ts';
import { endIdleChildren, separateSong } from '../../workers/separate-song.ts';
import { benchSong, writeBenchSong } from './bench-song.ts';
import { endedChildrenSeconds, ownSeconds, watchTreeMemory } from './process-tree.ts';

const limits = { maxDurationSeconds: 7200, minDurationSeconds: 1 };
const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;
const allKinds: StemFileKind[] = ['mp3', 'ogg', 'wav', 'peaks'];

interface Measured {
  seconds: number;
  wall: number;
  model: number;
  child: number;
  parent: number;
  codecs: number;
  peakRss: number;
  peakPss: number;
}

/** One song through one product, all files written, from a cold inference process. */
const measureSong = async (songFile: string, model: ProductName, folder: string): Promise<Measured> => {
  endIdleChildren();
  const outDir = path.join(folder, 'out');
  const stop = watchTreeMemory();
  const [own, ended, start] = [ownSeconds(), endedChildrenSeconds(), performance.now()];
  const separated = await separateSong({
    songFile,
    model,
    title: 'bench',
    outDir,
    kinds: allKinds,
    wavBits: 16,
    limits,
    onProgress: () => undefined,
    signal: new AbortController().signal,
    log: (line) => console.error(line),
  });
  const wall = (performance.now() - start) / 1000;
  const peak = stop();
  await rm(outDir, { recursive: true, force: true });
  return {
    seconds: separated.durationSeconds,
    wall,
    model: separated.cost.modelCpuMs / 1000,
    child: separated.cost.childCpuMs / 1000,
    parent: ownSeconds() - own,
    codecs: endedChildrenSeconds() - ended,
    peakRss: peak.rssBytes,
    peakPss: peak.pssBytes,
  };
};

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
  for (const model of workerModels) report(model, await measureSong(song, model, folder));
};

const benchMemory = async (folder: string, lengths: number[]): Promise<void> => {
  console.log('# Memory of the whole process tree over the length of the song, full');
  for (const minutes of lengths) {
    const song = await writeBenchSong(folder, minutes * 60);
    report(`${minutes} minutes`, await measureSong(song, 'full', folder));
    await rm(path.dirname(song), { recursive: true, force: true });
  }
};

const benchStft = (): void => {
  console.log('# STFT and back, stereo, one core');
  const seconds = 10;
  const [song] = [...benchSong(seconds)].slice(0, 1);
  const length = 44_100 * seconds;
  const sound = { left: new Float32Array(length), right: new Float32Array(length) };
  if (song) sound.left.set(song.left);
  if (song) sound.right.set(song.right);
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

const benchCodecs = async (folder: string): Promise<void> => {
  console.log('# Decode and encode, one minute, wall time');
  const seconds = 60;
  for (const kind of allKinds) {
    const dir = path.join(folder, `encode-${kind}`);
    const start = performance.now();
    const writer = await openStemWriter({ dir, stem: 'other', title: 'bench', kinds: [kind], wavBits: 16 });
    const made = performance.now();
    for (const block of benchSong(seconds)) await writer.write(block);
    const { files } = await writer.finish();
    const end = performance.now();
    console.log(
      `encode ${kind}: ${((seconds * 1000) / (end - start)).toFixed(0)}× real time (started in ${Math.round(made - start)} ms)`,
    );
    const file = files[0]?.path;
    if (kind === 'peaks' || file === undefined) continue;
    const decodeStart = performance.now();
    const song = await openSong(file, { ...limits, workDir: dir });
    let samples = 0;
    for await (const block of song.decode()) samples += block.left.length;
    const decodeSeconds = (performance.now() - decodeStart) / 1000;
    console.log(`decode ${kind}: ${(samples / 44_100 / decodeSeconds).toFixed(0)}× real time`);
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
    if (wanted.includes('stft')) benchStft();
    if (wanted.includes('codecs')) await benchCodecs(folder);
    if (wanted.includes('products')) await benchProducts(folder, Number(values.minutes));
    if (wanted.includes('memory')) await benchMemory(folder, values.lengths.split(',').map(Number));
  } finally {
    endIdleChildren();
    await rm(folder, { recursive: true, force: true });
  }
}
