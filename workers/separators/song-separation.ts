// Song in, product stems out, block by block: aligns the tracks of all graphs, sums stems, subtracts for the rest.
// Memory is bounded by a few chunks, whatever the song's length.
import { addBlock, subtractBlocks } from '../dsp/scale-block.ts';
import { SongBuffer } from '../dsp/song-buffer.ts';
import { zeroBlock, type StereoBlock } from '../dsp/stereo-block.ts';
import type { ChunkSeparator } from './chunk-separator.ts';
import { SeparationTrack, type SongLevel } from './separation-track.ts';

/** A product's stems in order, each a sum of model stems or the rest of the song. */
export type ProductRecipe = readonly { stem: string; from: readonly string[] | 'rest' }[];

export const wantedModelStems = (recipe: ProductRecipe): string[] => [
  ...new Set(recipe.flatMap(({ from }) => (from === 'rest' ? [] : from))),
];

/** One stem is handed on as it is; several are added up in a block of their own. */
const sumOf = (
  stems: readonly string[],
  blocks: ReadonlyMap<string, StereoBlock>,
  length: number,
): StereoBlock => {
  const [first] = stems;
  const only = stems.length === 1 && first !== undefined ? blocks.get(first) : undefined;
  if (only) return only;
  const sum = zeroBlock(length);
  for (const stem of stems) addBlock(sum, blocks.get(stem) ?? zeroBlock(length));
  return sum;
};

export class SongSeparation {
  private readonly recipe: ProductRecipe;
  private readonly song = new SongBuffer();
  private readonly tracks: SeparationTrack[];
  private rest = zeroBlock(0);
  private emitted = 0;

  constructor(separators: readonly ChunkSeparator[], recipe: ProductRecipe, level: SongLevel | null) {
    this.recipe = recipe;
    this.tracks = separators
      .filter(({ stems }) => stems.length > 0)
      .map((separator) => new SeparationTrack(separator, this.song, level));
    if (this.tracks.length === 0) throw new Error('the model gives none of the stems that are wanted');
  }

  /**
   * Yields one block per product stem, in equal step, until every sample of the song has been given out. The blocks are the
   * caller's until it asks for the next ones.
   */
  async *separate(input: AsyncIterable<StereoBlock>): AsyncGenerator<StereoBlock[]> {
    for await (const block of input) {
      this.song.append(block);
      yield* this.work();
    }
    this.song.finish();
    yield* this.work();
    if (this.emitted !== this.song.end)
      throw new Error(`${this.song.end} samples went in, ${this.emitted} came out`);
  }

  private async *work(): AsyncGenerator<StereoBlock[]> {
    let busy = true;
    while (busy) {
      busy = false;
      for (const track of this.tracks) {
        // Tracks that ran ahead wait for the slowest, so that queues stay short.
        if (track.queue.length > 0 && this.tracks.length > 1 && !this.song.ended) continue;
        if (await track.advance()) busy = true;
      }
      const ready = Math.min(...this.tracks.map(({ queue }) => queue.length));
      if (ready > 0) {
        yield this.emit(ready);
        busy = true;
      }
    }
  }

  private emit(length: number): StereoBlock[] {
    const modelStems = new Map<string, StereoBlock>();
    for (const { stems, queue } of this.tracks) {
      const blocks = queue.take(length);
      for (const [index, stem] of stems.entries()) modelStems.set(stem, blocks[index] ?? zeroBlock(length));
    }
    const sums = this.recipe.map(({ from }) => (from === 'rest' ? null : sumOf(from, modelStems, length)));
    const blocks = sums.map((sum) => sum ?? this.restOf(sums, length));
    this.emitted += length;
    this.song.forgetBefore(Math.min(this.emitted, ...this.tracks.map(({ neededFrom }) => neededFrom)));
    return blocks;
  }

  private restOf(sums: (StereoBlock | null)[], length: number): StereoBlock {
    if (this.rest.left.length < length) this.rest = zeroBlock(length);
    const rest = this.song.read(this.emitted, length, this.rest);
    subtractBlocks(
      rest,
      sums.filter((sum) => sum !== null),
    );
    return rest;
  }
}
