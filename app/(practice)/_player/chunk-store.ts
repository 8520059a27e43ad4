// The decoded chunks in memory, a group per chunk with all stems: fetches what is wanted, drops what is not, and never
// holds more than its budget.
import type { Scope } from './scope.ts';
import { chunkFrames, mp3FrameSamples } from './song-frames.ts';
import type { DecodedChunk, StemFile } from './stem-file.ts';

const decodedBudgetBytes = 64_000_000;
/** Pre-roll, alignment and tail around a chunk, in MP3 frames. */
const overhangFrames = 4 * mp3FrameSamples;
/** While a chunk is missing that is heard next, it has the line and the decoder to itself. */
const loadsAtOnce = 2;

export type ChunkGroup = readonly DecodedChunk[];

export interface ChunkStoreEvents {
  onLoaded: () => void;
  onFailed: (error: Error) => void;
}

export class ChunkStore {
  readonly #files: readonly StemFile[];
  readonly #scope: Scope;
  readonly #events: ChunkStoreEvents;
  readonly #held = new Map<number, ChunkGroup>();
  readonly #loading = new Map<number, AbortController>();
  #wanted: readonly number[] = [];
  /** How many of the wanted, from the first, nothing sounds without. */
  #needed = 1;

  constructor(files: readonly StemFile[], scope: Scope, events: ChunkStoreEvents) {
    this.#files = files;
    this.#scope = scope;
    this.#events = events;
    scope.defer(() => {
      this.want([]);
      this.#held.clear();
    });
  }

  /** How many groups fit in the budget. */
  get most(): number {
    const groupBytes = this.#files.length * (chunkFrames + overhangFrames) * 8;
    return Math.max(3, Math.floor(decodedBudgetBytes / groupBytes));
  }

  get heldBytes(): number {
    const buffers = new Set([...this.#held.values()].flat().map(({ buffer }) => buffer));
    return [...buffers].reduce((sum, buffer) => sum + buffer.length * buffer.numberOfChannels * 4, 0);
  }

  group(chunk: number): ChunkGroup | null {
    return this.#held.get(chunk) ?? null;
  }

  want(chunks: readonly number[], needed = 1): void {
    this.#wanted = chunks.slice(0, this.most);
    this.#needed = needed;
    for (const chunk of this.#held.keys()) if (!this.#wanted.includes(chunk)) this.#held.delete(chunk);
    for (const [chunk, controller] of this.#loading) {
      if (this.#wanted.includes(chunk)) continue;
      this.#loading.delete(chunk);
      controller.abort();
    }
    this.#fill();
  }

  #fill(): void {
    const isWaitedFor = this.#wanted.slice(0, this.#needed).some((chunk) => !this.#held.has(chunk));
    const most = isWaitedFor ? 1 : loadsAtOnce;
    for (const chunk of this.#wanted) {
      if (this.#scope.ended || this.#loading.size >= most) return;
      if (this.#isMissing(chunk)) void this.#load(chunk);
    }
  }

  #isMissing(chunk: number): boolean {
    return !this.#held.has(chunk) && !this.#loading.has(chunk);
  }

  async #load(chunk: number): Promise<void> {
    const controller = new AbortController();
    this.#loading.set(chunk, controller);
    const isNextNeeded = this.#wanted.slice(0, this.#needed).includes(chunk + 1);
    const andNext = isNextNeeded && this.#isMissing(chunk + 1);
    try {
      const group = await Promise.all(
        this.#files.map((file) => file.chunk(chunk, controller.signal, andNext)),
      );
      if (controller.signal.aborted) return;
      this.#held.set(chunk, group);
      this.#events.onLoaded();
    } catch (error) {
      if (controller.signal.aborted) return;
      // Stops the other stems' reads of this chunk; the player decides whether to try again.
      controller.abort();
      this.#wanted = [];
      this.#events.onFailed(error instanceof Error ? error : new Error(String(error)));
    } finally {
      if (this.#loading.get(chunk) === controller) this.#loading.delete(chunk);
    }
    this.#fill();
  }
}
