// In the measured page, before its own scripts: hears when its output sounds and when the main thread is held up.

const patience = 20_000;
const taps: AnalyserNode[] = [];
const samples = new Float32Array(256);
let clickedAt = 0;
let tasks: number[] = [];

type Connect = (this: AudioNode, ...to: unknown[]) => AudioNode;
const plainConnect = Object.getOwnPropertyDescriptor(AudioNode.prototype, 'connect')?.value as Connect;

function tapOf(node: AudioNode): AnalyserNode {
  const tap = new AnalyserNode(node.context, { fftSize: samples.length });
  plainConnect.call(node, tap);
  return tap;
}

function sounds(tap: AnalyserNode): boolean {
  tap.getFloatTimeDomainData(samples);
  return samples.some((sample) => Math.abs(sample) > 1e-4);
}

const anySound = (): boolean => taps.some(sounds);

/** A turn of the event loop without the four milliseconds that timers take. */
const turn = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

async function until(what: () => boolean): Promise<number> {
  const deadline = performance.now() + patience;
  while (!what()) {
    if (performance.now() > deadline) throw new Error('nothing was heard');
    await turn();
  }
  return performance.now();
}

const event = (target: EventTarget, name: string) =>
  new Promise((resolve) => target.addEventListener(name, resolve, { once: true }));

/** A plain audio element in the same page: its play, then a seek. */
async function plainAudio(url: string, seekTo: number): Promise<{ play: number; seek: number }> {
  const context = new AudioContext({ sampleRate: 44_100 });
  await context.resume();
  const element = new Audio(url);
  const tap = tapOf(new MediaElementAudioSourceNode(context, { mediaElement: element }));
  plainConnect.call(tap, context.destination);
  element.preload = 'auto';
  await event(element, 'canplaythrough');
  const pressed = performance.now();
  await element.play();
  const play = (await until(() => sounds(tap))) - pressed;
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const sought = performance.now();
  element.currentTime = seekTo;
  await event(element, 'seeked');
  const seek = (await until(() => sounds(tap))) - sought;
  element.pause();
  await context.close();
  return { play, seek };
}

const ears = {
  /** Milliseconds from the last click to the first sample that is not silent. */
  heard: async () => (await until(anySound)) - clickedAt,
  /** The same after a silence: a seek fades out first. */
  heardAgain: async () => {
    await until(() => !anySound());
    return (await until(anySound)) - clickedAt;
  },
  plainAudio,
  /** Long tasks since the last time it was asked. */
  longTasks: () => {
    const since = tasks;
    tasks = [];
    return since;
  },
};

export type Ears = typeof ears;
Object.assign(globalThis, { ears });

AudioNode.prototype.connect = function connect(this: AudioNode, ...to: unknown[]) {
  if (to[0] instanceof AudioDestinationNode && this.context instanceof AudioContext) taps.push(tapOf(this));
  return plainConnect.apply(this, to);
} as typeof AudioNode.prototype.connect;

document.addEventListener('click', () => void (clickedAt = performance.now()), true);
document.addEventListener('pointerup', () => void (clickedAt = performance.now()), true);
new PerformanceObserver((list) => {
  tasks.push(...list.getEntries().map(({ duration }) => duration));
}).observe({ type: 'longtask' });
