// One ONNX graph opened for inference: execution provider with fallback, threads, memory settings, run by names.
import * as ort from 'onnxruntime-node';
import type { TensorInfo } from './bind-tensors.ts';

export interface SessionSettings {
  provider: 'cpu' | 'webgpu' | 'cuda';
  threads: number;
}

export interface GraphSession {
  inputs: TensorInfo[];
  outputs: TensorInfo[];
  run(feeds: Record<string, { data: Float32Array; dims: number[] }>): Promise<Record<string, Float32Array>>;
  close(): Promise<void>;
}

const describeTensors = (metadata: readonly ort.InferenceSession.ValueMetadata[]): TensorInfo[] =>
  metadata.map((value) =>
    value.isTensor
      ? { name: value.name, type: value.type, shape: value.shape }
      : { name: value.name, type: 'not a tensor', shape: [] },
  );

const optionsFor = (provider: string, threads: number): ort.InferenceSession.SessionOptions => ({
  executionProviders: provider === 'cpu' ? ['cpu'] : [provider, 'cpu'],
  intraOpNumThreads: threads,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  // Without arena and pattern 540 → 361 MB; without spinning twice the throughput on shared cores.
  enableCpuMemArena: false,
  enableMemPattern: false,
  logSeverityLevel: 3,
  extra: { session: { intra_op: { allow_spinning: '0' } } },
});

const create = async (
  file: string,
  { provider, threads }: SessionSettings,
  log: (line: string) => void,
): Promise<ort.InferenceSession> => {
  if (provider === 'cpu') return ort.InferenceSession.create(file, optionsFor('cpu', threads));
  try {
    return await ort.InferenceSession.create(file, optionsFor(provider, threads));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    log(`execution provider ${provider} is not usable here, using cpu instead: ${why.slice(0, 300)}`);
    return ort.InferenceSession.create(file, optionsFor('cpu', threads));
  }
};

export const openGraph = async (
  file: string,
  settings: SessionSettings,
  log: (line: string) => void,
): Promise<GraphSession> => {
  const session = await create(file, settings, log);
  return {
    inputs: describeTensors(session.inputMetadata),
    outputs: describeTensors(session.outputMetadata),
    async run(feeds) {
      const tensors = Object.fromEntries(
        Object.entries(feeds).map(([name, { data, dims }]) => [name, new ort.Tensor('float32', data, dims)]),
      );
      const results = await session.run(tensors);
      const out: Record<string, Float32Array> = {};
      for (const [name, tensor] of Object.entries(results)) {
        if (!(tensor.data instanceof Float32Array)) throw new Error(`${name} came back as ${tensor.type}`);
        out[name] = tensor.data;
      }
      return out;
    },
    close: () => session.release(),
  };
};
