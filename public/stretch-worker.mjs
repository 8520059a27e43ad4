// Runs the stretch processor outside an audio graph, for exports: a module worker that stands in for the audio worklet's
// globals, takes blocks of the mix and gives back the same number of stretched frames. Bounded memory, as fast as it can.
const blockFrames = 128;
let Processor = null;

globalThis.sampleRate = 44100;
globalThis.currentTime = 0;
globalThis.registerProcessor = (_name, registered) => {
  Processor = registered;
};
globalThis.AudioWorkletProcessor = class {
  port = { postMessage: () => undefined, onmessage: null };
};

const ready = (async () => {
  await import('./signalsmith-stretch.mjs');
  const processor = new Processor({ numberOfOutputs: 1, outputChannelCount: [2] });
  await new Promise((resolve) => {
    processor.port.postMessage = ([kind]) => {
      if (kind === 'ready') resolve();
    };
  });
  return processor;
})();

function ask(processor, method, argument) {
  return new Promise((resolve) => {
    processor.port.postMessage = ([id, value]) => {
      if (id === 1) resolve(value);
    };
    processor.port.onmessage({ data: [1, method, argument] });
  });
}

async function begin(semitones) {
  const processor = await ready;
  await ask(processor, 'schedule', { active: true, semitones, outputTime: 0 });
  const latencySeconds = await ask(processor, 'latency');
  return { latencyFrames: Math.round(latencySeconds * globalThis.sampleRate) };
}

async function stretch({ left, right }) {
  const processor = await ready;
  const out = { left: new Float32Array(left.length), right: new Float32Array(left.length) };
  const block = [new Float32Array(blockFrames), new Float32Array(blockFrames)];
  for (let at = 0; at < left.length; at += blockFrames) {
    const input = [left.subarray(at, at + blockFrames), right.subarray(at, at + blockFrames)];
    processor.process([input], [block], {});
    out.left.set(block[0].subarray(0, left.length - at), at);
    out.right.set(block[1].subarray(0, left.length - at), at);
    globalThis.currentTime += blockFrames / globalThis.sampleRate;
  }
  return out;
}

globalThis.onmessage = async ({ data }) => {
  try {
    if (data.semitones !== undefined) globalThis.postMessage(await begin(data.semitones));
    else {
      const out = await stretch(data);
      globalThis.postMessage(out, [out.left.buffer, out.right.buffer]);
    }
  } catch (error) {
    globalThis.postMessage({ error: String(error) });
  }
};
