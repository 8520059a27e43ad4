// In the measured page, before its own scripts: hears when its output sounds and when the main thread is held up.

const patienceMilliseconds = 20_000;
const lookMilliseconds = 4;
/** How far back the ears remember, in frames: three quarters of a second. */
const rememberedFrames = 32_768;
/** Shorter silences happen inside of music. */
const gapFrames = 256;
const audible = 1e-4;

let tap: AnalyserNode | null = null;
const heardFrames = new Float32Array(rememberedFrames);
/** When the hand let go, on the page's clock and on the output's. */
let pressedAt = 0;
let pressedSeconds = 0;
let tasks: number[] = [];

type Connect = (this: AudioNode, ...to: unknown[]) => AudioNode;
const plainConnect = Object.getOwnPropertyDescriptor(AudioNode.prototype, 'connect')?.value as Connect;

/** What came out since the hand let go, as far back as is remembered. */
function heardSincePress(): Float32Array {
  if (!tap) return heardFrames.subarray(0, 0);
  tap.getFloatTimeDomainData(heardFrames);
  const { currentTime, sampleRate } = tap.context;
  const since = Math.ceil((currentTime - pressedSeconds) * sampleRate);
  return heardFrames.subarray(Math.max(0, rememberedFrames - since));
}

const sounds = (): boolean => heardSincePress().some((sample) => Math.abs(sample) > audible);

/**
 * A silence and then a sound. Looked for in what was remembered: between places that are loaded it is shorter than the
 * bursts in which a browser makes its sound, and would be over before anybody could look.
 */
function soundsAgain(): boolean {
  let quiet = 0;
  for (const sample of heardSincePress()) {
    if (Math.abs(sample) <= audible) quiet += 1;
    else if (quiet >= gapFrames) return true;
    else quiet = 0;
  }
  return false;
}

/** Milliseconds from the press until it is so. */
async function until(what: () => boolean): Promise<number> {
  const deadline = performance.now() + patienceMilliseconds;
  while (!what()) {
    if (performance.now() > deadline) throw new Error('nothing was heard');
    await new Promise((resolve) => setTimeout(resolve, lookMilliseconds));
  }
  return performance.now() - pressedAt;
}

const ears = {
  /** Milliseconds from the last press to the first sound. */
  firstSound: () => until(sounds),
  /** The same from one sound to another. */
  nextSound: () => until(soundsAgain),
  /** Milliseconds of each long task since it was asked last. */
  longTasks: () => {
    const since = tasks;
    tasks = [];
    return since;
  },
};

export type Ears = typeof ears;
Object.assign(globalThis, { ears });

AudioNode.prototype.connect = function connect(this: AudioNode, ...to: unknown[]) {
  if (to[0] instanceof AudioDestinationNode && this.context instanceof AudioContext) {
    tap = new AnalyserNode(this.context, { fftSize: rememberedFrames });
    plainConnect.call(this, tap);
  }
  return plainConnect.apply(this, to);
} as typeof AudioNode.prototype.connect;

document.addEventListener(
  'pointerup',
  () => {
    pressedAt = performance.now();
    pressedSeconds = tap?.context.currentTime ?? 0;
  },
  true,
);
new PerformanceObserver((list) => {
  tasks.push(...list.getEntries().map(({ duration }) => duration));
}).observe({ type: 'longtask' });
