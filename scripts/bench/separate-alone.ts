// The process that measure-song.ts starts: one song, one product, all files, then what it cost.
import { rm } from 'node:fs/promises';
import { z } from 'zod';
import { workerModel } from '../../workers/contract/job.ts';
import { endIdleChildren, separateSong } from '../../workers/separate-song.ts';
import { endedChildrenSeconds, ownSeconds } from './process-tree.ts';

export interface SongCost {
  /** Of the song. */
  seconds: number;
  wall: number;
  /** Processor seconds: inside the graphs, in the whole inference child, in this process, in decoder and encoders. */
  model: number;
  child: number;
  parent: number;
  codecs: number;
}

const [songFile, model, outDir] = z.tuple([z.string(), workerModel, z.string()]).parse(process.argv.slice(2));
const [own, ended, start] = [ownSeconds(), endedChildrenSeconds(), performance.now()];
const separated = await separateSong({
  songFile,
  model,
  title: 'bench',
  outDir,
  kinds: ['mp3', 'ogg', 'wav', 'peaks'],
  wavBits: 16,
  limits: { maxDurationSeconds: 7200, minDurationSeconds: 1 },
  onProgress: () => undefined,
  signal: new AbortController().signal,
  log: (line) => process.stderr.write(`${line}\n`),
});
const cost: SongCost = {
  seconds: separated.durationSeconds,
  wall: (performance.now() - start) / 1000,
  model: separated.cost.modelCpuMs / 1000,
  child: separated.cost.childCpuMs / 1000,
  parent: ownSeconds() - own,
  codecs: endedChildrenSeconds() - ended,
};
await rm(outDir, { recursive: true, force: true });
process.send?.(cost);
endIdleChildren();
process.disconnect();
