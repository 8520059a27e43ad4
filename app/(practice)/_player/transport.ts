// Starts, stops and moves the song: owns the runs, keeps them fed from the chunk store, and changes place, loop and tempo
// at one exact output time each.
import type { AudioOutput } from './audio-output.ts';
import { BusRack, semitonesOf, type Tempo } from './bus-rack.ts';
import { chunksToStart, wantedChunks } from './chunk-plan.ts';
import type { ChunkStore } from './chunk-store.ts';
import { beatsBetween, countInBefore, type BeatGrid } from './click-track.ts';
import { ClickVoice } from './click-voice.ts';
import { fadeSeconds, type MixBus, type StripSetting } from './mix-bus.ts';
import type { Piece } from './piece-plan.ts';
import type { Scope } from './scope.ts';
import { songRate, toSeconds, type FrameRange } from './song-frames.ts';
import { handoverSeconds, SongRun } from './song-run.ts';

/** How far ahead pieces are placed; more than a background tab's timer may sleep. */
const lookaheadSeconds = 2.5;
const pumpMilliseconds = 150;
/** From a command to its sound, beyond the output's own bursts: handing over six stems, and the fade that hides the cut. */
const leadSeconds = 0.015;
/** Where handing over takes longer than that, the lead doubles up to this. */
const mostLeadSeconds = 0.5;
/** A change of loop or tempo goes on with what sounds already; nobody waits for it, so it takes its time. */
const rerunLeadSeconds = 0.1;
/** Before the first play only this many chunks are fetched ahead. */
const chunksBeforePlay = 2;

interface Start {
  song: number;
  countIn: boolean;
  /** Output time to start at, for a gapless change of songs; null: as soon as possible. */
  at: number | null;
}

export interface TransportOptions {
  output: AudioOutput;
  store: ChunkStore;
  sampleCount: number;
  grid: BeatGrid | null;
  strips: readonly StripSetting[];
  onPhase: (phase: 'playing' | 'buffering' | 'paused') => void;
  onEnded: () => void;
  onFailed: (message: string) => void;
}

export class Transport {
  readonly #scope: Scope;
  readonly #options: TransportOptions;
  readonly #rack: BusRack;
  #runs: SongRun[] = [];
  #start: Start | null = null;
  #rest = 0;
  #lead = leadSeconds;
  #loop: FrameRange | null = null;
  #tempo: Tempo = { twentieths: 20, semitones: 0 };
  #release: (() => void) | null = null;
  #clicks: ClickVoice | null = null;
  #clickOn = false;
  #hasPlayed = false;
  #wasRunning = false;
  #givenUp = false;

  constructor(scope: Scope, options: TransportOptions) {
    this.#scope = scope;
    this.#options = options;
    this.#rack = new BusRack(options.output, options.strips);
    scope.listen(options.output, 'change', () => this.#contextChanged());
    scope.every(pumpMilliseconds, () => this.pump());
    scope.defer(() => {
      this.#halt();
      this.#rack.disconnect();
      this.#clicks?.disconnect();
    });
  }

  get rack(): BusRack {
    return this.#rack;
  }

  /** Output time at which the song will be over, once its end is scheduled. */
  get endsAtSeconds(): number | null {
    const run = this.#run;
    return run && run.cursor === null ? run.endsAtSeconds : null;
  }

  get loop(): FrameRange | null {
    return this.#loop;
  }

  get #run(): SongRun | null {
    return this.#runs.at(-1) ?? null;
  }

  get #now(): number {
    return this.#options.output.context?.currentTime ?? 0;
  }

  /** The frame of the song that is heard, `behindSeconds` before the output's clock. */
  position(behindSeconds = 0): number {
    if (this.#start) return this.#start.song;
    const seconds = this.#now - behindSeconds;
    for (const run of [...this.#runs].reverse()) {
      const heard = run.heardAt(seconds);
      if (heard !== null) return heard;
    }
    return this.#rest;
  }

  play(countIn: boolean, at: number | null): void {
    this.#release ??= this.#options.output.use();
    this.#hasPlayed = true;
    this.#givenUp = false;
    this.#start = { song: this.#rest, countIn, at };
    this.#options.onPhase('buffering');
    // Not in the click's own task, which also draws the page anew.
    this.#scope.after(0, () => this.pump());
  }

  pause(): void {
    if (!this.#start && this.#runs.length === 0) return;
    this.#rest = Math.floor(this.position());
    this.#halt();
  }

  seek(song: number): void {
    const wasActive = this.#start !== null || this.#runs.length > 0;
    const starting = this.#start;
    this.#givenUp = false;
    this.#silence();
    this.#rest = song;
    this.#start = wasActive ? { song, countIn: starting?.countIn ?? false, at: null } : null;
    this.pump();
    if (this.#start) this.#options.onPhase('buffering');
  }

  setLoop(loop: FrameRange | null): void {
    this.#loop = loop;
    const here = this.position();
    // What sounds goes on until the new loop is handed over: past the loop's end it would never come back.
    const meanwhile = (this.#run ? rerunLeadSeconds * 2 : 0) * songRate;
    const isOutside = loop !== null && (here < loop.start || here + meanwhile >= loop.end);
    if (isOutside) this.seek(loop.start);
    else this.#rerun();
  }

  setTempo(tempo: Tempo): void {
    this.#tempo = tempo;
    this.#rerun();
  }

  setClick(on: boolean): void {
    this.#clickOn = on;
    this.#clicks?.set(on);
  }

  /** Asks for nothing more until the next play or seek. */
  giveUp(): void {
    this.#givenUp = true;
    this.#options.store.want([]);
  }

  /** Keeps everything going; called by timers and whenever something arrives. */
  pump(): void {
    if (this.#scope.ended) return;
    this.#wish();
    if (!this.#options.output.running) return;
    if (this.#start) this.#tryStart(this.#start);
    const run = this.#run;
    if (!run || this.#start) return;
    const progress = run.extend(this.#now + lookaheadSeconds);
    if (progress === 'starved') this.#starve(run);
    else if (progress === 'complete' && this.#now >= run.endsAtSeconds) this.#finish();
    run.forget(this.#now - 1);
  }

  #wish(): void {
    if (this.#givenUp) return;
    const { store, sampleCount } = this.#options;
    const most = this.#hasPlayed ? store.most : chunksBeforePlay;
    const place = { position: Math.floor(this.position()), loop: this.#loop, sampleCount };
    store.want(wantedChunks({ ...place, most }), this.#start ? chunksToStart(place).length : 1);
  }

  #isReady(song: number): boolean {
    const { store, sampleCount } = this.#options;
    const place = { position: Math.floor(song), loop: this.#loop, sampleCount };
    return chunksToStart(place).every((chunk) => store.group(chunk));
  }

  #tryStart(start: Start): void {
    if (start.song >= this.#options.sampleCount) {
      this.#finish();
      return;
    }
    const bus = this.#busOrLoad();
    if (!bus || !this.#isReady(start.song)) return;
    const context = this.#options.output.open();
    const lead = handoverSeconds(context) + this.#lead;
    let heardAt = Math.max(this.#now + lead + bus.latencySeconds, start.at ?? 0);
    if (start.countIn) heardAt += this.#countIn(start.song, heardAt);
    const outputStart = Math.ceil((heardAt - bus.latencySeconds) * context.sampleRate);
    const run = this.#newRun(bus, outputStart, start.song);
    // The bus opens last: a start that the clock overtakes is not heard, and is made again.
    run.extend((outputStart + 1) / context.sampleRate);
    if (run.begun) {
      const fade = start.song === 0 ? 0 : fadeSeconds;
      bus.fadeIn(outputStart / context.sampleRate + bus.latencySeconds, fade);
    }
    if (!run.begun || this.#now >= outputStart / context.sampleRate) {
      this.#takeBack(run);
      this.#again(() => this.pump());
      return;
    }
    for (const other of this.#rack.buses) if (other !== bus) this.#rack.retire(other);
    bus.stretch?.transpose(semitonesOf(this.#tempo), this.#now);
    this.#lead = Math.max(leadSeconds, this.#lead / 2);
    this.#start = null;
    this.#wasRunning = true;
    this.#rest = start.song;
    this.#runs.push(run);
    if (run.extend(this.#now + lookaheadSeconds) === 'starved') this.#starve(run);
    else this.#options.onPhase('playing');
  }

  /** Drops a start that was not handed over in time. */
  #takeBack(run: SongRun): void {
    run.plan.bus.close();
    run.cut(this.#now);
    this.#clicks?.cutAfter(0);
  }

  /** Tries again with twice the lead; false at the longest one, when only the timer's next turn helps. */
  #again(what: () => void): boolean {
    if (this.#lead >= mostLeadSeconds) return false;
    this.#lead = Math.min(2 * this.#lead, mostLeadSeconds);
    this.#scope.after(0, what);
    return true;
  }

  #newRun(bus: MixBus, outputStart: number, songStart: number): SongRun {
    const { output, store, sampleCount } = this.#options;
    const plan = {
      context: output.open(),
      bus,
      twentieths: this.#tempo.twentieths,
      sampleCount,
      outputStart,
      songStart,
      groupOf: (chunk: number) => store.group(chunk),
      onPlaced: (piece: Piece, heardAt: number) => this.#placeClicks(piece, heardAt),
    };
    return new SongRun(plan, this.#loop);
  }

  /** The bus for the tempo of now; starts loading the stretch node when that is what is missing. */
  #busOrLoad(): MixBus | null {
    const bus = this.#rack.for(this.#tempo);
    if (bus) return bus;
    this.#rack.load().then(
      () => {
        if (this.#scope.ended) return;
        if (this.#start) this.pump();
        else this.#rerun();
      },
      (error: unknown) => {
        if (!this.#scope.ended)
          this.#options.onFailed(error instanceof Error ? error.message : String(error));
      },
    );
    return null;
  }

  /** Goes on without a gap at the same place with the loop and tempo of now. */
  #rerun(): void {
    const old = this.#run;
    if (!old || this.#start || !this.#options.output.running) return;
    const bus = this.#busOrLoad();
    if (!bus) return;
    const context = this.#options.output.open();
    const rate = context.sampleRate;
    const lead = handoverSeconds(context) + Math.max(this.#lead, rerunLeadSeconds);
    const oldLatency = old.plan.bus.latencySeconds;
    const oldStart = Math.ceil((this.#now + lead + Math.max(bus.latencySeconds - oldLatency, 0)) * rate);
    const heardAt = oldStart / rate + oldLatency;
    const heard = old.heardAt((oldStart + 1e-3) / rate + oldLatency);
    const run =
      heard === null
        ? null
        : this.#newRun(bus, Math.round((heardAt - bus.latencySeconds) * rate), Math.round(heard));
    this.#clicks?.cutAfter(heardAt);
    const progress = run?.extend(heardAt);
    if (!run?.begun) {
      const isAgain = progress === 'starved' && this.#again(() => this.#rerun());
      if (!isAgain) this.#startAfresh();
      return;
    }
    if (bus === old.plan.bus) old.cut(oldStart / rate);
    else this.#crossfade(old, bus, heardAt);
    bus.stretch?.transpose(semitonesOf(this.#tempo), bus === old.plan.bus ? heardAt : this.#now);
    // Those that still sound are kept, to be silenced with the rest.
    this.#runs = [...this.#runs.filter(({ endsAtSeconds }) => endsAtSeconds > this.#now - 1), run];
    if (run.extend(this.#now + lookaheadSeconds) === 'starved') this.#starve(run);
  }

  /** Begins again at the place that is heard now. */
  #startAfresh(): void {
    this.#start = { song: Math.floor(this.position()), countIn: false, at: null };
    this.#silence();
    this.pump();
  }

  #crossfade(old: SongRun, bus: MixBus, heardAt: number): void {
    const oldBus = old.plan.bus;
    old.cut(heardAt + 2 * fadeSeconds - oldBus.latencySeconds);
    oldBus.fadeOut(heardAt, 2 * fadeSeconds);
    bus.fadeIn(heardAt, 2 * fadeSeconds);
    const milliseconds = (heardAt - this.#now + oldBus.latencySeconds + 0.1) * 1000;
    this.#scope.after(milliseconds, () => {
      if (this.#run?.plan.bus !== oldBus) this.#rack.retire(oldBus);
    });
  }

  #starve(run: SongRun): void {
    const song = run.cursor ?? this.#rest;
    // What is placed still sounds; come back when it is over.
    if (run.endsAtSeconds > this.#now + this.#lead) return;
    this.#runs = [];
    this.#rest = song;
    this.#start = { song, countIn: false, at: null };
    this.#options.onPhase('buffering');
    this.#wish();
  }

  #finish(): void {
    this.#halt();
    this.#rest = this.#options.sampleCount;
    this.#options.onEnded();
  }

  /** Fades out and drops all runs; the song stays where it is. */
  #silence(): void {
    const now = this.#now;
    for (const run of this.#runs) {
      run.plan.bus.fadeOut(now);
      run.cut(now + fadeSeconds + 0.002);
    }
    this.#clicks?.cutAfter(0);
    this.#runs = [];
  }

  #halt(): void {
    this.#silence();
    this.#start = null;
    this.#release?.();
    this.#release = null;
    this.#wasRunning = false;
  }

  #contextChanged(): void {
    const { running } = this.#options.output;
    if (running) {
      this.pump();
      return;
    }
    // A phone call, another app, a closed lid: stay where we are and say so; the next click resumes.
    const isActive = this.#start !== null || this.#runs.length > 0;
    if (!isActive || !this.#wasRunning) return;
    this.pause();
    this.#options.onPhase('paused');
  }

  /** Seconds the song waits for the bar counted in before it. */
  #countIn(song: number, heardAt: number): number {
    const { grid } = this.#options;
    if (!grid) return 0;
    const speed = this.#tempo.twentieths / 20;
    const offsets = countInBefore(grid, toSeconds(song));
    const wait = (offsets[0] ?? 0) / speed;
    const voice = this.#clickVoice();
    offsets.forEach((before, index) => voice.count(index === 0, heardAt + wait - before / speed));
    return wait;
  }

  #placeClicks(piece: Piece, heardAt: number): void {
    const { grid } = this.#options;
    if (!grid) return;
    const from = toSeconds(piece.songStart);
    const speed = this.#tempo.twentieths / 20;
    for (const beat of beatsBetween(grid, from, from + toSeconds(piece.frames))) {
      this.#clickVoice().beat(beat, heardAt + (beat.seconds - from) / speed);
    }
  }

  #clickVoice(): ClickVoice {
    const { output } = this.#options;
    this.#clicks ??= new ClickVoice(output.open(), output.master, this.#clickOn);
    return this.#clicks;
  }
}
