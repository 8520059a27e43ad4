// Separates one song in a process of its own and answers with its cost: nothing of the bench's own counts into it.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { workerFlags } from '../../server/supervisor/part-plans.ts';
import type { ProductName } from '../../workers/models/products.ts';
import { watchTreeMemory } from './process-tree.ts';
import type { SongCost } from './separate-alone.ts';

export interface Measured extends SongCost {
  peakRss: number;
  peakPss: number;
}

/** Measured as `npm start` runs it: from bundles, without a loader beside the work. */
const bundled = async (): Promise<{ script: string; env: Record<string, string> }> => {
  const bundler = pathToFileURL(path.join(import.meta.dirname, '../start/bundle.mjs')).href;
  const { createBundler } = (await import(bundler)) as {
    createBundler: (root: string) => (script: string) => Promise<string>;
  };
  const bundle = createBundler(path.join(import.meta.dirname, '../..'));
  return {
    script: await bundle('scripts/bench/separate-alone.ts'),
    env: {
      SEPARATION_CHILD: await bundle('workers/child.ts'),
      SEPARATION_THREAD: await bundle('workers/separators/separation-thread.ts'),
    },
  };
};

/** One song through one product, all files written, from a cold start. */
export const measureSong = async (
  songFile: string,
  model: ProductName,
  outDir: string,
): Promise<Measured> => {
  const { script, env } = await bundled();
  const child = fork(script, [songFile, model, outDir], {
    execArgv: ['--enable-source-maps', ...workerFlags],
    env: { ...process.env, ...env },
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
