// Runs one separator along the song: reads chunks as soon as they are there, joins their stems, queues what is final.
import { BlockQueue } from '../dsp/block-queue.ts';
import { placeChunk, stepSamples, usedSamples, type ChunkPlace } from '../dsp/chunking.ts';
import { OverlapAdd } from '../dsp/overlap-add.ts';
import { centreBlock, scaleBlock } from '../dsp/scale-block.ts';
import type { SongBuffer } from '../dsp/song-buffer.ts';
import { isMono, isSilent, zeroBlock, type StereoBlock } from '../dsp/stereo-block.ts';
import { trapezoid, triangle } from '../dsp/window.ts';
import type { ChunkSeparator } from './chunk-separator.ts';

/** Mean and standard deviation of the song's mono mix. */
export interface SongLevel {
  mean: number;
  deviation: number;
}

/** Added to the deviation before dividing, as demucs does. */
const deviationFloor = 1e-8;

export class SeparationTrack {
  readonly stems: string[];
  readonly queue: BlockQueue;
  private readonly separator: ChunkSeparator;
  private readonly song: SongBuffer;
  private readonly level: SongLevel;
  private readonly overlapAdd: OverlapAdd;
  /** Of the chunk that is being separated. */
  private readonly chunk: StereoBlock;
  private index = 0;
  private covered = 0;

  constructor(separator: ChunkSeparator, song: SongBuffer, level: SongLevel | null) {
    const used = usedSamples(separator.chunking);
    if (used < 1) throw new RangeError('the model trims away its whole chunk');
    const step = stepSamples(separator.chunking);
    this.separator = separator;
    this.song = song;
    this.level = separator.normalise && level ? level : { mean: 0, deviation: 1 - deviationFloor };
    this.stems = separator.stems;
    this.chunk = zeroBlock(separator.chunking.chunkSamples);
    this.queue = new BlockQueue(this.stems.length);
    const weights = separator.join === 'triangle' ? triangle(used) : trapezoid(used, used - step);
    this.overlapAdd = new OverlapAdd(this.stems.length, weights, step);
  }

  /** First song sample that a later chunk may still read. */
  get neededFrom(): number {
    const { chunking } = this.separator;
    // A short last chunk is centred and so reaches up to half a chunk further back.
    return this.index * stepSamples(chunking) - chunking.trimSamples - Math.ceil(usedSamples(chunking) / 2);
  }

  /** Runs the next chunk if its samples have come; false when there is nothing to do now. */
  async advance(): Promise<boolean> {
    const place = this.nextPlace();
    if (!place) return false;
    const { chunking, stems } = this.separator;
    const { chunkSamples } = chunking;
    const chunk = this.song.read(place.readFrom, chunkSamples, this.chunk);
    const blocks = isSilent(chunk) ? stems.map(() => zeroBlock(chunkSamples)) : await this.run(chunk, place);
    this.covered = place.start + place.length;
    this.index += 1;
    const next = this.upcoming();
    this.queue.push(this.overlapAdd.add({ ...place, blocks }, next ? next.start : this.covered));
    return true;
  }

  private upcoming(): ChunkPlace | null {
    const { chunking, join } = this.separator;
    const total = this.song.ended ? this.song.end : null;
    if (join === 'linear' && total !== null && this.covered >= total) return null;
    return placeChunk(chunking, this.index, total);
  }

  private nextPlace(): ChunkPlace | null {
    const place = this.upcoming();
    if (!place || this.song.ended) return place;
    // Wait for one more step, so that whether this chunk is the last is known before it is placed.
    const { chunking } = this.separator;
    return place.readFrom + chunking.chunkSamples + stepSamples(chunking) <= this.song.end ? place : null;
  }

  private async run(chunk: StereoBlock, { readFrom }: ChunkPlace): Promise<StereoBlock[]> {
    const mono = isMono(chunk);
    const { mean, deviation } = this.level;
    const spread = deviation + deviationFloor;
    const from = Math.max(0, -readFrom);
    const to = Math.min(chunk.left.length, Math.max(from, this.song.end - readFrom));
    scaleBlock(chunk, 1 / spread, -mean / spread, [from, to]);
    const blocks = await this.separator.separate(chunk);
    for (const block of blocks) {
      scaleBlock(block, spread, mean);
      if (mono) centreBlock(block);
    }
    return blocks;
  }
}
