// The one time-stretching node (signalsmith-stretch, MIT) as an AudioWorklet served from our own origin. It corrects the
// pitch of the mix after the sources changed its speed, and transposes.
const processorName = 'partbook-stretch';
const readyWithinMilliseconds = 15_000;

export interface StretchNode {
  node: AudioWorkletNode;
  /** Seconds between a sound going in and coming out. */
  latencySeconds: number;
  /** Transposes from this output time on. */
  transpose: (semitones: number, fromSeconds: number) => void;
  /** Lets the processor go at its next turn; only a running context gives it one. */
  end: () => void;
}

interface Answer {
  data: [id: unknown, value: unknown];
}

function ask(port: MessagePort, id: number, method: string): Promise<unknown> {
  return new Promise((resolve) => {
    const listener = ({ data }: Answer) => {
      if (data[0] !== id) return;
      port.removeEventListener('message', listener as unknown as EventListener);
      resolve(data[1]);
    };
    port.addEventListener('message', listener as unknown as EventListener);
    port.postMessage([id, method]);
  });
}

function untilReady(port: MessagePort): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('Speed and key need WebAssembly, which this browser refused.')),
      readyWithinMilliseconds,
    );
    const listener = ({ data }: Answer) => {
      if (data[0] !== 'ready') return;
      clearTimeout(timer);
      port.removeEventListener('message', listener as unknown as EventListener);
      resolve();
    };
    port.addEventListener('message', listener as unknown as EventListener);
    port.start();
  });
}

export async function createStretchNode(context: BaseAudioContext, moduleUrl: string): Promise<StretchNode> {
  await context.audioWorklet.addModule(moduleUrl);
  const node = new AudioWorkletNode(context, processorName, {
    numberOfInputs: 1,
    numberOfOutputs: 1,
    outputChannelCount: [2],
    channelCount: 2,
    channelCountMode: 'explicit',
  });
  await untilReady(node.port);
  const latencySeconds = Number(await ask(node.port, 1, 'latency'));
  let message = 2;
  return {
    node,
    latencySeconds,
    transpose: (semitones, fromSeconds) => {
      message += 1;
      node.port.postMessage([message, 'schedule', { active: true, semitones, outputTime: fromSeconds }]);
    },
    end: () => node.parameters.get('alive')?.setValueAtTime(0, 0),
  };
}
