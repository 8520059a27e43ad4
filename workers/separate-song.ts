// From a song file to stem files: decode, separate in the inference child, encode and analyse, in one flat stream.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { SongAnalyser } from './analysis/song-analyser.ts';
import { openSong, type OpenSong } from './audio/open-song.ts';
import { openStemsWriter, type FinishedStem } from './audio/write-stems.ts';
import type { SongAnalysis, StemFileKind } from './contract/job.ts';
import { zeroBlock, type StereoBlock } from './dsp/stereo-block.ts';
import { modelFor, type StoredModel } from './models/model-store.ts';
import { recipeFor, type ProductName, type RecipeStem } from './models/products.ts';
import type { ChildDone } from './separators/child-messages.ts';
import { giveBackChild, takeChild } from './separators/child-pool.ts';
import type { InferenceChild } from './separators/inference-child.ts';
import { measureLevel } from './separators/measure-level.ts';
import { ProgressMeter, type SongProgress } from './separators/progress-meter.ts';
import { InferenceCrashed, SeparationFailed } from './separators/separation-failed.ts';
import { separationSettings, type SeparationSettings } from './separators/settings.ts';

export { SeparationFailed } from './separators/separation-failed.ts';
export { endIdleChildren } from './separators/child-pool.ts';

const sampleRate = 44_100;
const mostAttempts = 2;

export interface SeparateSongOptions {
  songFile: string;
  model: ProductName;
  title: string;
  outDir: string;
  kinds: StemFileKind[];
  wavBits: 16 | 24;
  limits: { maxDurationSeconds: number; minDurationSeconds: number };
  onProgress: (progress: SongProgress) => void;
  signal: AbortSignal;
  /** Id of the model to use instead of the chosen one. */
  engine?: string;
  settings?: SeparationSettings;
  log?: (line: string) => void;
}

export interface SeparatedSong {
  sampleCount: number;
  durationSeconds: number;
  stems: FinishedStem[];
  analysis: SongAnalysis;
  engine: string;
  /** Where the inference child's time went; for the bench. */
  cost: ChildDone;
}

interface Attempt {
  options: SeparateSongOptions;
  child: BootedChild;
  settings: SeparationSettings;
  model: StoredModel;
  song: OpenSong;
  recipe: RecipeStem[];
  meter: ProgressMeter;
}

/** An inference process of this model that is either given back, for the next song, or ended. */
interface BootedChild {
  process: InferenceChild;
  giveBack(): void;
  /** Nothing when it was given back: it may work for another song by now. */
  end(): void;
}

const bootChild = ({ manifest }: StoredModel, settings: SeparationSettings): BootedChild => {
  const key = [manifest.id, manifest.version, settings.provider, settings.threads].join(' ');
  const child = takeChild(key, settings.memoryBytes);
  let owned = true;
  return {
    process: child,
    giveBack() {
      owned = false;
      giveBackChild(key, child, settings.idleSeconds);
    },
    end() {
      if (owned) child.kill();
    },
  };
};

/** Opens the song while the inference process starts; a song that is refused leaves the process to the next one. */
const openBesideBoot = async (
  { songFile, limits, signal }: SeparateSongOptions,
  workDir: string,
  child: BootedChild,
): Promise<OpenSong> => {
  try {
    return await openSong(songFile, { ...limits, workDir, signal });
  } catch (error) {
    child.giveBack();
    throw error;
  }
};

const separateInChild = async (
  { options, child, settings, model, song, recipe, meter }: Attempt,
  consume: (blocks: StereoBlock[]) => Promise<void>,
): Promise<ChildDone> => {
  const { manifest, dir } = model;
  const { provider, threads } = settings;
  const normalise = 'normalise' in manifest && manifest.normalise === 'track';
  const level = normalise ? await measureLevel(song.decode()) : null;
  let samples = 0;
  meter.start(song.probedDurationSeconds);
  const done = await child.process.separate({
    request: {
      type: 'separate',
      engine: { dir, manifest },
      recipe,
      settings: { provider, threads },
      level,
    },
    input: song.decode(),
    async consume(blocks) {
      if (blocks.length !== recipe.length)
        throw new Error(`${blocks.length} stems came, ${recipe.length} expected`);
      await consume(blocks);
      samples += blocks[0]?.left.length ?? 0;
      meter.advance(samples / sampleRate);
    },
    log: options.log ?? (() => undefined),
    signal: options.signal,
  });
  child.giveBack();
  return done;
};

const runAttempt = async (attempt: Attempt): Promise<SeparatedSong> => {
  const { options, model, recipe } = attempt;
  const names = recipe.map(({ stem }) => stem);
  const analyser = new SongAnalyser();
  const { outDir: dir, title, kinds, wavBits, signal } = options;
  const writer = await openStemsWriter({ dir, stems: names, title, kinds, wavBits, signal });
  try {
    const cost = await separateInChild(attempt, async (blocks) => {
      const written = writer.write(blocks);
      // The encoders work while the analysis listens.
      analyser.push(new Map(names.map((name, index) => [name, blocks[index] ?? zeroBlock(0)])));
      await written;
    });
    const written = writer.finish();
    // The encoders end in their own processes meanwhile; a failure of theirs is met where it is awaited.
    written.catch(() => undefined);
    const analysis = analyser.finish();
    const stems = await written;
    const sampleCount = stems[0]?.sampleCount ?? 0;
    return {
      sampleCount,
      durationSeconds: sampleCount / sampleRate,
      stems,
      analysis,
      engine: `${model.manifest.id}@${model.manifest.version}`,
      cost,
    };
  } catch (error) {
    await writer.abort();
    throw error;
  }
};

/** Two tries: a process that dies under a song may have been unlucky, one that dies twice is not. */
const runAttempts = async (
  options: SeparateSongOptions,
  settings: SeparationSettings,
  workDir: string,
): Promise<SeparatedSong> => {
  const { model: product, signal } = options;
  const model = await modelFor(settings.dataDir, product, options.engine);
  const recipe = recipeFor(model.manifest, product);
  const meter = new ProgressMeter(options.onProgress);
  let crash = '';
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const child = bootChild(model, settings);
    const song = await openBesideBoot(options, workDir, child);
    try {
      const separated = await runAttempt({ options, child, settings, model, song, recipe, meter });
      meter.finish();
      return separated;
    } catch (error) {
      child.end();
      signal.throwIfAborted();
      if (!(error instanceof InferenceCrashed)) throw error;
      crash = error.message;
      options.log?.(`attempt ${attempt} of ${mostAttempts} failed: ${crash}`);
    }
  }
  throw new SeparationFailed(`The separation ended early ${mostAttempts} times: ${crash}`);
};

/** Throws AudioRefused, SeparationFailed, or the signal's reason when cancelled; no files are left half-written. */
export const separateSong = async (options: SeparateSongOptions): Promise<SeparatedSong> => {
  options.signal.throwIfAborted();
  const settings = options.settings ?? separationSettings();
  await mkdir(options.outDir, { recursive: true });
  const workDir = await mkdtemp(path.join(options.outDir, '.work-'));
  try {
    return await runAttempts(options, settings, workDir);
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
};
