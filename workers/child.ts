// The inference child: takes one separation at a time, sound in and stems out over the pipe, and dies with its parent.
import { Socket } from 'node:net';
import type { StereoBlock } from './dsp/stereo-block.ts';
import { recipeFor } from './models/products.ts';
import {
  separateRequest,
  soundDescriptor,
  type ChildMessage,
  type SeparateRequest,
} from './separators/child-messages.ts';
import { Engine } from './separators/engine.ts';
import { FrameReader, writeEnd, writeFrame } from './separators/pcm-wire.ts';
import { SongSeparation, wantedModelStems } from './separators/song-separation.ts';

const pipe = new Socket({ fd: soundDescriptor, readable: true, writable: true });
const reader = new FrameReader(pipe);
let engine: Engine | null = null;

const tell = (message: ChildMessage): void => {
  process.send?.(message);
};

const openEngine = async ({ engine: { dir, manifest }, settings }: SeparateRequest): Promise<Engine> => {
  if (engine?.manifest.id === manifest.id && engine.manifest.version === manifest.version) return engine;
  await engine?.close();
  engine = new Engine(dir, manifest, { settings, log: (line) => tell({ type: 'log', line }) });
  return engine;
};

async function* song(): AsyncGenerator<StereoBlock> {
  for (let blocks = await reader.next(); blocks; blocks = await reader.next()) {
    const [block] = blocks;
    if (block) yield block;
  }
}

const separate = async (request: SeparateRequest): Promise<void> => {
  const cpu = process.cpuUsage();
  const opened = await openEngine(request);
  const { wallMs, cpuMs } = opened.clock;
  const recipe = recipeFor(request.engine.manifest, request.product);
  const separators = await opened.separatorsFor(wantedModelStems(recipe));
  const separation = new SongSeparation(separators, recipe, request.level);
  for await (const blocks of separation.separate(song())) await writeFrame(pipe, blocks);
  writeEnd(pipe);
  const used = process.cpuUsage(cpu);
  tell({
    type: 'done',
    modelWallMs: opened.clock.wallMs - wallMs,
    modelCpuMs: opened.clock.cpuMs - cpuMs,
    childCpuMs: (used.user + used.system) / 1000,
  });
};

process.on('message', (message) => {
  separate(separateRequest.parse(message)).catch((error: unknown) => {
    tell({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  });
});
process.on('disconnect', () => process.exit(0));
pipe.on('error', () => process.exit(1));
// Ctrl-C reaches the whole process group; the parent decides when this child ends.
process.on('SIGINT', () => undefined);
