// The machine's sound output: one AudioContext at the songs' rate, made and resumed under the browsers' rules, put to
// sleep when nothing plays, and the stretch node that belongs to it. Several players (a setlist) may share one.
import type { Scope } from './scope.ts';
import { songRate } from './song-frames.ts';
import { createStretchNode, type StretchNode } from './stretch-node.ts';

const sleepAfterMilliseconds = 8_000;
/** The page itself comes first. */
const prepareAfterMilliseconds = 500;

interface AudioOutputOptions {
  /** Where public/stretch-processor.mjs is served. */
  stretchUrl: string;
  createContext?: () => AudioContext;
}

export class AudioOutput extends EventTarget {
  readonly #scope: Scope;
  readonly #options: AudioOutputOptions;
  #context: AudioContext | null = null;
  #master: GainNode | null = null;
  /** Stretch nodes cannot be ended before their context, so they are lent and taken back. */
  #freeStretches: StretchNode[] = [];
  #users = 0;
  #cancelSleep: (() => void) | null = null;

  constructor(scope: Scope, options: AudioOutputOptions) {
    super();
    this.#scope = scope;
    this.#options = options;
    scope.defer(() => this.#close());
  }

  get context(): AudioContext | null {
    return this.#context;
  }

  get running(): boolean {
    return this.#context?.state === 'running';
  }

  /** Everything is heard through this; made with the context. */
  get master(): GainNode {
    const context = this.open();
    this.#master ??= new GainNode(context);
    return this.#master;
  }

  /** Makes the context; browsers let it sound only once `use` was called inside a click. */
  open(): AudioContext {
    if (this.#context) return this.#context;
    if (this.#scope.ended) throw new Error('The output is closed');
    const create =
      this.#options.createContext ??
      (() => new AudioContext({ sampleRate: songRate, latencyHint: 'balanced' }));
    const context = create();
    this.#context = context;
    this.#scope.listen(context, 'statechange', () => this.dispatchEvent(new Event('change')));
    // iOS: play even when the ring switch is set to silent, as music apps do.
    const session = (navigator as { audioSession?: { type: string } }).audioSession;
    if (session) session.type = 'playback';
    this.master.connect(context.destination);
    return context;
  }

  /** Makes the context while nobody waits for it: asking the machine for its output holds a page up for a while. */
  prepare(): void {
    this.#scope.after(prepareAfterMilliseconds, () => {
      if (this.#users > 0) return;
      this.open();
      // Where sound needs no click it runs at once.
      this.#sleepLater();
    });
  }

  /** Keeps the context awake until the answer is called. */
  use(): () => void {
    this.#users += 1;
    this.#cancelSleep?.();
    this.#cancelSleep = null;
    const context = this.open();
    // Also where it runs: it may just be falling asleep.
    context.resume().catch(() => this.dispatchEvent(new Event('change')));
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.#users -= 1;
      if (this.#users === 0 && !this.#scope.ended) this.#sleepLater();
    };
  }

  /** Lends a stretch node, loaded at first need. */
  async borrowStretch(): Promise<StretchNode> {
    return this.#freeStretches.pop() ?? createStretchNode(this.open(), this.#options.stretchUrl);
  }

  returnStretch(stretch: StretchNode): void {
    if (this.#context) this.#freeStretches.push(stretch);
    else stretch.end();
  }

  #sleepLater(): void {
    this.#cancelSleep = this.#scope.after(sleepAfterMilliseconds, () => {
      this.#context?.suspend().catch(() => undefined);
    });
  }

  #close(): void {
    const context = this.#context;
    this.#context = null;
    this.#master?.disconnect();
    if (context) void closeContext(context, this.#freeStretches);
    this.#freeStretches = [];
  }
}

const lastTurnMilliseconds = 100;

/** Closes a context; stretch processors get a last turn before it, or they would keep it in memory. */
async function closeContext(context: AudioContext, stretches: readonly StretchNode[]): Promise<void> {
  try {
    if (stretches.length > 0) {
      await context.resume();
      for (const stretch of stretches) stretch.end();
      await new Promise((resolve) => setTimeout(resolve, lastTurnMilliseconds));
    }
    await context.close();
  } catch {
    // Closed already, or the page is going away with it.
  }
}
