// First half of public/stretch-processor.mjs: lets the next module register into our hands instead of the context's.
globalThis.capturedProcessors = [];
globalThis.registerProcessorOfContext = globalThis.registerProcessor.bind(globalThis);
globalThis.registerProcessor = (_name, processor) => globalThis.capturedProcessors.push(processor);
