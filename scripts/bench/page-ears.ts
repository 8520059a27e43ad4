// In the measured page, before its own scripts: hears when its output sounds and when the main thread is held up.

interface Ears {
  /** Milliseconds from the last click to the first sample that is not silent. */
  heard: () => Promise<number>;
  /** The same after a silence: a seek fades out first. */
  heardAgain: () => Promise<number>;
  /** A plain audio element in the same page: its play, then a seek. */
  plainAudio: (url: string, seekTo: number) => Promise<{ play: number; seek: number }>;
  /** Long tasks since the last time it was asked. */
  longTasks: () => number[];
}

declare global {
  // oxlint-disable-next-line no-var -- the page's global, declared for evaluate()
  var ears: Ears;
}

/** Runs in the page: it may use nothing from outside itself. */
export function installEars(): void {
  const patience = 20_000;
  const taps: AnalyserNode[] = [];
  let clickedAt = 0;
  let tasks: number[] = [];
  document.addEventListener('click', () => void (clickedAt = performance.now()), true);
  document.addEventListener('pointerup', () => void (clickedAt = performance.now()), true);
  new PerformanceObserver(
    (list) => void tasks.push(...list.getEntries().map(({ duration }) => duration)),
  ).observe({ type: 'longtask' });

  const tapOf = (node: AudioNode): AnalyserNode => {
    const tap = new AnalyserNode(node.context, { fftSize: 256 });
    plainConnect.call(node, tap);
    return tap;
  };
  const plainConnect = AudioNode.prototype.connect as (this: AudioNode, to: AudioNode) => AudioNode;
  AudioNode.prototype.connect = function connect(this: AudioNode, ...to: unknown[]) {
    if (to[0] instanceof AudioDestinationNode && this.context instanceof AudioContext) taps.push(tapOf(this));
    return (plainConnect as (...all: unknown[]) => AudioNode).apply(this, to);
  } as typeof AudioNode.prototype.connect;

  const samples = new Float32Array(256);
  const sounds = (tap: AnalyserNode): boolean => {
    tap.getFloatTimeDomainData(samples);
    return samples.some((sample) => Math.abs(sample) > 1e-4);
  };
  const turn = () =>
    new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(null);
    });
  const until = async (what: () => boolean): Promise<number> => {
    const deadline = performance.now() + patience;
    while (!what()) {
      if (performance.now() > deadline) throw new Error('nothing was heard');
      await turn();
    }
    return performance.now();
  };
  const anySound = (): boolean => taps.some(sounds);

  const plainAudio = async (url: string, seekTo: number) => {
    const context = new AudioContext({ sampleRate: 44_100 });
    await context.resume();
    const element = new Audio(url);
    const tap = tapOf(new MediaElementAudioSourceNode(context, { mediaElement: element }));
    plainConnect.call(tap, context.destination);
    element.preload = 'auto';
    await new Promise((resolve) => element.addEventListener('canplaythrough', resolve, { once: true }));
    const pressed = performance.now();
    await element.play();
    const play = (await until(() => sounds(tap))) - pressed;
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const sought = performance.now();
    element.currentTime = seekTo;
    await new Promise((resolve) => element.addEventListener('seeked', resolve, { once: true }));
    const seek = (await until(() => sounds(tap))) - sought;
    element.pause();
    await context.close();
    return { play, seek };
  };

  globalThis.ears = {
    heard: async () => (await until(anySound)) - clickedAt,
    heardAgain: async () => {
      await until(() => !anySound());
      return (await until(anySound)) - clickedAt;
    },
    plainAudio,
    longTasks: () => {
      const since = tasks;
      tasks = [];
      return since;
    },
  };
}
