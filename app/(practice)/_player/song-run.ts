// One uninterrupted run of the song through one bus at one speed: schedules pieces ahead on the output's clock, every
// stem of a piece at the same frame, and knows which frame of the song is heard when.
import type { ChunkGroup } from './chunk-store.ts';
import { startSecondsOf } from './exact-frames.ts';
import type { MixBus } from './mix-bus.ts';
import { nextPiece, type Piece } from './piece-plan.ts';
import { songRate, type FrameRange } from './song-frames.ts';

/** One block of the sound graph, which takes in what was connected only when it begins. */
const blockFrames = 128;

/**
 * How long before it sounds a source must be handed over. The browser computes its sound in bursts of `baseLatency`; a
 * source that comes within the burst it belongs to starts late, beside the others.
 */
export function handoverSeconds({ baseLatency, sampleRate }: AudioContext): number {
  return baseLatency + blockFrames / sampleRate;
}

interface PlacedPiece extends Piece {
  /** Frame of the output where it enters the bus. */
  outputStart: number;
  sources: AudioBufferSourceNode[];
}

export interface RunPlan {
  context: AudioContext;
  bus: MixBus;
  twentieths: number;
  sampleCount: number;
  /** Frame of the output at which the run enters the bus. */
  outputStart: number;
  songStart: number;
  groupOf: (chunk: number) => ChunkGroup | null;
  /** Called for each piece placed, with the output time at which it is heard. */
  onPlaced: (piece: Piece, heardAtSeconds: number) => void;
}

export type RunProgress = 'ahead' | 'starved' | 'complete';

export class SongRun {
  readonly plan: RunPlan;
  #placed: PlacedPiece[] = [];
  /** Where the next piece begins, in the song (null: nothing follows) and in the output. */
  #song: number | null;
  #output: number;
  #loop: FrameRange | null;

  constructor(plan: RunPlan, loop: FrameRange | null) {
    this.plan = plan;
    this.#song = plan.songStart;
    this.#output = plan.outputStart;
    this.#loop = loop;
  }

  /** Whether any sound of it is placed. */
  get begun(): boolean {
    return this.#placed.length > 0;
  }

  /** Place of the song that will be needed next; null once the end is scheduled. */
  get cursor(): number | null {
    return this.#song;
  }

  /** Output time at which the last scheduled sound is over, as heard. */
  get endsAtSeconds(): number {
    return this.#output / this.plan.context.sampleRate + this.plan.bus.latencySeconds;
  }

  /** Places pieces until the given output time. */
  extend(untilSeconds: number): RunProgress {
    const { context } = this.plan;
    while (this.#song !== null && this.#output < untilSeconds * context.sampleRate) {
      const group = this.plan.groupOf(nextPiece(this.#wish(this.#song)).chunk);
      const isLate = this.#output < (context.currentTime + handoverSeconds(context)) * context.sampleRate;
      if (!group || isLate) return isLate ? 'starved' : 'ahead';
      if (!this.#place(this.#song, group)) return 'starved';
    }
    return this.#song === null ? 'complete' : 'ahead';
  }

  /** The frame of the song heard at an output time; null before and after the run. */
  heardAt(seconds: number): number | null {
    const frame = (seconds - this.plan.bus.latencySeconds) * this.plan.context.sampleRate;
    const piece = this.#placed.find(
      ({ outputStart, outputFrames }) => frame >= outputStart - 0.5 && frame < outputStart + outputFrames,
    );
    if (!piece) return null;
    const ratio = (songRate / this.plan.context.sampleRate) * (this.plan.twentieths / 20);
    return piece.songStart + Math.max(0, frame - piece.outputStart) * ratio;
  }

  /** Ends the run at an output time (as it enters the bus); what is placed later never sounds. */
  cut(outputSeconds: number): void {
    const frame = Math.round(outputSeconds * this.plan.context.sampleRate);
    for (const piece of this.#placed) {
      if (piece.outputStart + piece.outputFrames > frame)
        for (const source of piece.sources) source.stop((frame - 0.25) / this.plan.context.sampleRate);
      if (piece.outputStart >= frame) piece.outputFrames = 0;
      else piece.outputFrames = Math.min(piece.outputFrames, frame - piece.outputStart);
    }
    this.#placed = this.#placed.filter(({ outputFrames }) => outputFrames > 0);
    this.#song = null;
    this.#output = Math.min(this.#output, frame);
  }

  /** Drops what has been heard, so that a long practice does not collect pieces. */
  forget(beforeSeconds: number): void {
    const frame = (beforeSeconds - this.plan.bus.latencySeconds) * this.plan.context.sampleRate;
    this.#placed = this.#placed.filter(({ outputStart, outputFrames }) => outputStart + outputFrames > frame);
  }

  #wish(songStart: number) {
    return {
      songStart,
      loop: this.#loop,
      sampleCount: this.plan.sampleCount,
      twentieths: this.plan.twentieths,
    };
  }

  /** All stems of a piece or none: false when the clock overtook us in between. */
  #place(songStart: number, group: ChunkGroup): boolean {
    const { context, bus, twentieths, onPlaced } = this.plan;
    const piece = nextPiece(this.#wish(songStart));
    const startSeconds = startSecondsOf(this.#output, context.sampleRate);
    const outputFrames = Math.max(1, Math.round((piece.outputFrames * context.sampleRate) / songRate));
    // A quarter frame early: the end is rounded up to a whole frame, and must not become the next piece's first.
    const endSeconds = (this.#output + outputFrames - 0.25) / context.sampleRate;
    const sources = group.map(({ buffer, songFrame }, stem) => {
      const source = new AudioBufferSourceNode(context, { buffer, playbackRate: twentieths / 20 });
      source.connect(bus.input(stem));
      source.addEventListener('ended', () => source.disconnect(), { once: true });
      source.start(startSeconds, (songStart - songFrame) / songRate);
      source.stop(endSeconds);
      return source;
    });
    if (context.currentTime + handoverSeconds(context) >= startSeconds) {
      for (const source of sources) source.stop(0);
      return false;
    }
    this.#placed.push({ ...piece, outputFrames, outputStart: this.#output, sources });
    onPlaced(piece, startSeconds + bus.latencySeconds);
    this.#song = piece.next;
    this.#output += outputFrames;
    return true;
  }
}
