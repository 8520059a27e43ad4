// The thread of the inference child that separates: a graph runs without yielding, and the pipe must not wait for it.
import { parentPort } from 'node:worker_threads';
import { copyBlock, type StereoBlock } from '../dsp/stereo-block.ts';
import type { ChildMessage, SeparateRequest } from './child-messages.ts';
import { Engine } from './engine.ts';
import { SongSeparation, wantedModelStems } from './song-separation.ts';
import { SoundPort } from './sound-port.ts';

if (!parentPort) throw new Error('this file is a thread of the inference child');
const parent = parentPort;
/** Frames of a second and a half: what waits, in both processes, is short, and the encoders begin on it at once. */
const frameSamples = 65_536;
/** What waits for the pipe while the next chunk is made; more of it waits at the encoders, where each takes its own. */
const framesAhead = 3;
const sound = new SoundPort(parent, framesAhead);
let engine: Engine | null = null;

const tell = (message: ChildMessage): void => parent.postMessage(message);

const openEngine = async ({ engine: { dir, manifest }, settings }: SeparateRequest): Promise<Engine> => {
  if (engine?.manifest.id === manifest.id && engine.manifest.version === manifest.version) return engine;
  await engine?.close();
  engine = new Engine(dir, manifest, { settings, log: (line) => tell({ type: 'log', line }) });
  return engine;
};

async function* song(): AsyncGenerator<StereoBlock> {
  for (let blocks = await sound.next(); blocks; blocks = await sound.next()) {
    const [block] = blocks;
    // The song keeps it; the frame's own memory goes back.
    if (block) yield copyBlock(block, 0, block.left.length);
  }
}

const sendStems = async (blocks: readonly StereoBlock[]): Promise<void> => {
  const length = blocks[0]?.left.length ?? 0;
  for (let from = 0; from < length; from += frameSamples) {
    await sound.send(blocks, from, Math.min(length, from + frameSamples));
  }
};

const separate = async (request: SeparateRequest): Promise<void> => {
  const cpu = process.cpuUsage();
  const opened = await openEngine(request);
  const { wallMs, cpuMs } = opened.clock;
  const { recipe } = request;
  const separators = await opened.separatorsFor(wantedModelStems(recipe));
  const separation = new SongSeparation(separators, recipe, request.level);
  for await (const blocks of separation.separate(song())) await sendStems(blocks);
  await sound.send(null);
  const used = process.cpuUsage(cpu);
  tell({
    type: 'done',
    modelWallMs: opened.clock.wallMs - wallMs,
    modelCpuMs: opened.clock.cpuMs - cpuMs,
    childCpuMs: (used.user + used.system) / 1000,
  });
};

parent.on('message', (message: { type: string }) => {
  if (sound.hear(message)) return;
  separate(message as SeparateRequest).catch((error: unknown) => {
    tell({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  });
});
