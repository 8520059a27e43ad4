// The stems that a model at hand makes of a song, through the worker's own separators, with the time the graphs took.
import type { StereoBlock } from '../dsp/stereo-block.ts';
import { zeroBlock } from '../dsp/stereo-block.ts';
import { modelFor, type StoredModel } from '../models/model-store.ts';
import { recipeFor } from '../models/products.ts';
import { Engine } from '../separators/engine.ts';
import { emptySums, addToLevel } from '../dsp/level-sums.ts';
import { separationSettings } from '../separators/settings.ts';
import { SongSeparation, wantedModelStems } from '../separators/song-separation.ts';

const blockSamples = 65_536;

export class EvaluatedModel {
  readonly model: StoredModel;
  private readonly engine: Engine;
  private seconds = 0;

  constructor(model: StoredModel) {
    const settings = separationSettings();
    this.model = model;
    this.engine = new Engine(model.dir, model.manifest, { settings, log: () => undefined });
  }

  static async named(id?: string): Promise<EvaluatedModel> {
    return new EvaluatedModel(await modelFor(separationSettings().dataDir, 'full', id));
  }

  get name(): string {
    return `${this.model.manifest.id}@${this.model.manifest.version}`;
  }

  /** Seconds of music per second spent inside the graphs. */
  get speed(): number {
    return (1000 * this.seconds) / this.engine.clock.wallMs;
  }

  async close(): Promise<void> {
    await this.engine.close();
  }

  async estimates(song: StereoBlock): Promise<Map<string, StereoBlock>> {
    const recipe = recipeFor(this.model.manifest, 'full');
    const separators = await this.engine.separatorsFor(wantedModelStems(recipe));
    const separation = new SongSeparation(separators, recipe, levelOf(song));
    const length = song.left.length;
    this.seconds += length / 44_100;
    const out = recipe.map(({ stem }) => ({ stem, sound: zeroBlock(length) }));
    let at = 0;
    for await (const blocks of separation.separate(inBlocks(song))) {
      for (const [index, block] of blocks.entries()) {
        out[index]?.sound.left.set(block.left, at);
        out[index]?.sound.right.set(block.right, at);
      }
      at += blocks[0]?.left.length ?? 0;
    }
    return new Map(out.map(({ stem, sound }) => [stem, sound]));
  }
}

async function* inBlocks({ left, right }: StereoBlock): AsyncGenerator<StereoBlock> {
  for (let from = 0; from < left.length; from += blockSamples)
    yield {
      left: left.subarray(from, from + blockSamples),
      right: right.subarray(from, from + blockSamples),
    };
}

const levelOf = (song: StereoBlock): { mean: number; deviation: number } => {
  const sums = emptySums();
  addToLevel(sums, song);
  const mean = sums.sum / Math.max(1, sums.count);
  return { mean, deviation: Math.sqrt(Math.max(0, sums.squares / Math.max(1, sums.count) - mean * mean)) };
};
