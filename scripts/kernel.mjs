// `npm run kernel`: compiles workers/kernel to workers/dsp/kernel.wasm, or to the file that is named. That folder is
// AssemblyScript, not TypeScript: places are addresses in the kernel's own memory.
import path from 'node:path';
import { main } from 'assemblyscript/asc';

const root = path.dirname(import.meta.dirname);
const outFile = path.resolve(process.argv[2] ?? path.join(root, 'workers/dsp/kernel.wasm'));
process.chdir(root);
/** What these export, the kernel offers. */
const sources = ['memory', 'fft', 'spectra', 'layouts', 'meters'].map((name) => `workers/kernel/${name}.ts`);
const options = [
  '-O3',
  '--noAssert',
  '--runtime',
  'stub',
  '--enable',
  'simd',
  '--initialMemory',
  '1',
  '--disableWarning',
  '112',
];
const { error } = await main([...sources, '--outFile', path.relative(root, outFile), ...options], {
  stderr: process.stderr,
});
if (error) process.exitCode = 1;
