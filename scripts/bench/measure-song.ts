// Separates one song in a process of its own and answers with its cost: nothing of the bench's own counts into it.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ProductName } from '../../workers/models/products.ts';
import { watchTreeMemory } from './process-tree.ts';
import type { SongCost } from './separate-alone.ts';

export interface Measured extends SongCost {
  peakRss: number;
  peakPss: number;
}

const script = path.join(import.meta.dirname, 'separate-alone.ts');

/** The inference process from its bundle, as `npm start` runs it. */
const bundledPrograms = async (): Promise<Record<string, string>> => {
  const bundler = pathToFileURL(path.join(import.meta.dirname, '../start/bundle.mjs')).href;
  const { createBundler } = (await import(bundler)) as {
    createBundler: (root: string) => (script: string) => Promise<string>;
  };
  const bundle = createBundler(path.join(import.meta.dirname, '../..'));
  return {
    SEPARATION_CHILD: await bundle('workers/child.ts'),
    SEPARATION_THREAD: await bundle('workers/separators/separation-thread.ts'),
  };
};

/** One song through one product, all files written, from a cold start. */
export const measureSong = async (
  songFile: string,
  model: ProductName,
  outDir: string,
): Promise<Measured> => {
  const child = fork(script, [songFile, model, outDir], {
    execArgv: ['--import', import.meta.resolve('tsx')],
    env: { ...process.env, ...(await bundledPrograms()) },
  });
  const stop = watchTreeMemory(child.pid ?? 0);
  const ended = once(child, 'exit');
  const cost = await new Promise<SongCost | null>((resolve) => {
    child.once('message', (message) => resolve(message as SongCost));
    child.once('exit', () => resolve(null));
  });
  const { rssBytes: peakRss, pssBytes: peakPss } = stop();
  await ended;
  if (cost === null) throw new Error('the song was not separated: see above');
  return { ...cost, peakRss, peakPss };
};
