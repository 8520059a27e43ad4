// The kernels: arithmetic over long rows of floats, compiled to WebAssembly by `npm run kernel` into workers/dsp/kernel.wasm.
// This folder is AssemblyScript, not TypeScript: places are addresses in the kernel's own memory.
export { reserve } from './memory';
export { transform } from './fft';
export { addFrame, joinChannels, loadFactors, magnitudes, multiply, scale, splitChannels } from './spectra';
export { interleave, quantise16, quantise24 } from './layouts';
export { truePeak, weightedPower, widen } from './meters';
