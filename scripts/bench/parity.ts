// `npm run bench -- parity <model.onnx> <folder>`: ONNX Runtime against PyTorch on one input, and the model's speed.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openGraph } from '../../workers/models/graph-session.ts';
import { separationSettings } from '../../workers/separators/settings.ts';

const allowedDifference = 1e-4;
const secondsPerChunk = (256 * 1024) / 44_100;
const inputDims = [1, 2, 1536, 256];
const runs = 5;

const readFloats = async (folder: string, name: string): Promise<Float32Array> => {
  const bytes = await readFile(path.join(folder, name));
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
};

export default async function run([model, folder]: string[]): Promise<void> {
  if (!model || !folder)
    throw new Error(
      'Give the model and the folder that export.py --parity wrote: parity <model.onnx> <folder>.',
    );
  const { provider, threads } = separationSettings();
  const session = await openGraph(model, { provider, threads }, () => undefined);
  const feeds = { magnitude: { data: await readFloats(folder, 'magnitude.f32'), dims: inputDims } };
  const wanted = await readFloats(folder, 'masks.f32');
  const { masks } = await session.run(feeds);
  if (masks?.length !== wanted.length)
    throw new Error(`The model gives ${masks?.length ?? 'no'} values, PyTorch gave ${wanted.length}.`);
  let largest = 0;
  for (const [i, value] of wanted.entries()) largest = Math.max(largest, Math.abs(value - (masks[i] ?? 0)));
  const [beganMs, cpu] = [performance.now(), process.cpuUsage()];
  for (let i = 0; i < runs; i++) await session.run(feeds);
  const wallSeconds = (performance.now() - beganMs) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  await session.close();
  const speeds = [wallSeconds, (user + system) / 1e6].map((spent) =>
    ((runs * secondsPerChunk) / spent).toFixed(1),
  );
  process.stdout.write(
    `Largest difference of any mask value: ${largest.toExponential(1)} (allowed ${allowedDifference}).\n` +
      `${threads} threads: ${speeds[0]}× real time by the clock, ${speeds[1]}× for each CPU second.\n`,
  );
  if (!(largest <= allowedDifference)) process.exitCode = 1;
}
