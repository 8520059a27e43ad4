// The player of one song: takes actions, keeps the state, and lets the transport do what changed.
import type { AudioOutput } from './audio-output.ts';
import { ChunkStore } from './chunk-store.ts';
import type { BeatGrid } from './click-track.ts';
import type { StripSetting } from './mix-bus.ts';
import { reducePlayer } from './player-reducer.ts';
import { audibleGains, initialState, type PlayerAction, type PlayerState } from './player-state.ts';
import { RangeReader } from './range-reader.ts';
import type { Scope } from './scope.ts';
import { toFrames, toSeconds } from './song-frames.ts';
import { StemFile } from './stem-file.ts';
import { Transport } from './transport.ts';

export interface PlayerSong {
  sampleCount: number;
  stems: readonly { name: string; url: string }[];
  /** The beats, when they are known well enough to count by. */
  grid: BeatGrid | null;
}

function strips({ stems }: PlayerState): StripSetting[] {
  const gains = audibleGains(stems);
  return stems.map(({ pan }, index) => ({ gain: gains[index] ?? 0, pan }));
}

function loopFrames({ loop, looping }: PlayerState) {
  return loop && looping ? { start: toFrames(loop.startSeconds), end: toFrames(loop.endSeconds) } : null;
}

export class Player {
  readonly song: PlayerSong;
  readonly #output: AudioOutput;
  readonly #store: ChunkStore;
  readonly #transport: Transport;
  readonly #listeners = new Set<() => void>();
  #state: PlayerState;
  #playAt: number | null = null;

  constructor(scope: Scope, song: PlayerSong, output: AudioOutput) {
    this.song = song;
    this.#output = output;
    this.#state = initialState(
      song.stems.map(({ name }) => name),
      toSeconds(song.sampleCount),
    );
    const reader = new RangeReader(scope, (lost) => this.dispatch({ type: 'network', lost }));
    const files = song.stems.map(({ url }) => new StemFile(url, reader, song.sampleCount));
    this.#store = new ChunkStore(files, scope, {
      onLoaded: () => this.#transport.pump(),
      onFailed: (error) => this.dispatch({ type: 'failed', message: sentenceOf(error) }),
    });
    this.#transport = new Transport(scope, {
      output,
      store: this.#store,
      sampleCount: song.sampleCount,
      grid: song.grid,
      strips: strips(this.#state),
      onPhase: (phase) => this.dispatch({ type: 'phase', phase }),
      onEnded: () => this.dispatch({ type: 'ended' }),
      onFailed: (message) => this.dispatch({ type: 'failed', message }),
    });
    scope.defer(() => this.#listeners.clear());
    this.#transport.pump();
  }

  readonly getState = (): PlayerState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly dispatch = (action: PlayerAction): void => {
    const before = this.#state;
    const after = reducePlayer(before, action);
    if (after === before) return;
    this.#state = after;
    this.#apply(before, after);
    for (const listener of this.#listeners) listener();
  };

  /** Starts at an exact time of the shared output: the next song of a setlist, without a gap. */
  playAt(outputSeconds: number): void {
    this.#playAt = outputSeconds;
    this.dispatch({ type: 'play' });
  }

  /** When the song will be over on the output's clock, once its end is scheduled. */
  get endsAtSeconds(): number | null {
    return this.#transport.endsAtSeconds;
  }

  /** The place that is heard now; ask on every animation frame. */
  positionSeconds(): number {
    const latency = this.#output.context?.outputLatency ?? 0;
    return toSeconds(this.#transport.position(Number.isFinite(latency) ? Math.min(latency, 0.5) : 0));
  }

  /** Peak of a stem just now, after its fader: 0 to about 1. */
  level(stem: number): number {
    return this.#transport.rack.level(stem);
  }

  /** Figures for tests and the bench. */
  inspect() {
    const { buses } = this.#transport.rack;
    return {
      decodedBytes: this.#store.heldBytes,
      stretched: buses.some(({ stretch }) => stretch !== null),
      sums: buses.map(({ sum }) => sum),
      frame: this.#transport.position(),
      loop: this.#transport.loop,
    };
  }

  #apply(before: PlayerState, after: PlayerState): void {
    const transport = this.#transport;
    if (after.stems !== before.stems) transport.rack.set(strips(after));
    if (after.speedPercent !== before.speedPercent || after.semitones !== before.semitones) {
      transport.setTempo({ twentieths: after.speedPercent / 5, semitones: after.semitones });
    }
    if (after.click !== before.click) transport.setClick(after.click);
    if (after.loop !== before.loop || after.looping !== before.looping) transport.setLoop(loopFrames(after));
    if (after.seek !== before.seek) transport.seek(toFrames(after.seek.seconds));
    if (after.wantsPlay && !before.wantsPlay) {
      const at = this.#playAt;
      this.#playAt = null;
      transport.play(after.countIn && at === null, at);
    }
    if (!after.wantsPlay && before.wantsPlay) transport.pause();
    if (after.phase === 'failed' && before.phase !== 'failed') transport.giveUp();
  }
}

function sentenceOf(error: Error): string {
  if (error.name === 'DeadLinkError' || error.name === 'UnstreamableMp3Error') return error.message;
  return 'The sound could not be loaded. Check your connection, then press play to try again.';
}
