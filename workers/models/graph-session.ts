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
  /** The answer's arrays belong to the session: its next run overwrites them. */
  run(feeds: Record<string, { data: Float32Array; dims: number[] }>): Promise<Record<string, Float32Array>>;
  close(): Promise<void>;
}

/** What this file needs of ONNX Runtime's session; tests put one in its place that fails. */
export type RawSession = Pick<ort.InferenceSession, 'inputMetadata' | 'outputMetadata' | 'run' | 'release'>;
export type SessionOpener = (file: string, settings: SessionSettings) => Promise<RawSession>;

const describeTensors = (metadata: readonly ort.InferenceSession.ValueMetadata[]): TensorInfo[] =>
  metadata.map((value) =>
    value.isTensor
      ? { name: value.name, type: value.type, shape: value.shape }
      : { name: value.name, type: 'not a tensor', shape: [] },
  );

const optionsFor = ({ provider, threads }: SessionSettings): ort.InferenceSession.SessionOptions => ({
  executionProviders: provider === 'cpu' ? ['cpu'] : [provider, 'cpu'],
  intraOpNumThreads: threads,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  // Tensors in memory of their own: among Node's small pieces they leave gaps that the next run does not fit into, and a
  // long song would take a hundred megabytes more. A pattern would save no time and cost a hundred.
  enableCpuMemArena: true,
  enableMemPattern: false,
  logSeverityLevel: 3,
  // Without spinning twice the throughput on shared cores.
  extra: { session: { intra_op: { allow_spinning: '0' } } },
});

const openSession: SessionOpener = (file, settings) =>
  ort.InferenceSession.create(file, optionsFor(settings));

/**
 * Memory for the outputs whose size the graph fixes, used by every run: fresh memory for tens of megabytes of masks would
 * be asked of the system, zeroed and collected at every chunk.
 */
const fixedOutputs = (outputs: readonly TensorInfo[]): Record<string, ort.Tensor | null> =>
  Object.fromEntries(
    outputs.map(({ name, type, shape }) => {
      const dims = shape.filter((dim) => typeof dim === 'number' && dim > 0).map(Number);
      if (type !== 'float32' || dims.length < shape.length) return [name, null];
      const size = dims.reduce((product, dim) => product * dim, 1);
      return [name, new ort.Tensor('float32', new Float32Array(size), dims)];
    }),
  );

/** Opens the graph; a provider that fails, at the opening or at the first run, is given up for the CPU with a log line. */
export const openGraph = async (
  file: string,
  settings: SessionSettings,
  log: (line: string) => void,
  open: SessionOpener = openSession,
): Promise<GraphSession> => {
  const { provider } = settings;
  /** A provider counts as usable once it has run the graph. */
  let usable = provider === 'cpu';
  const onCpu = (error: unknown): Promise<RawSession> => {
    const why = error instanceof Error ? error.message : String(error);
    log(`execution provider ${provider} is not usable here, using cpu instead: ${why.slice(0, 300)}`);
    usable = true;
    return open(file, { ...settings, provider: 'cpu' });
  };
  let session = await open(file, settings).catch((error: unknown) => {
    if (usable) throw error;
    return onCpu(error);
  });
  const outputs = describeTensors(session.outputMetadata);
  const fetches = fixedOutputs(outputs);
  const runOnce = async (
    tensors: ort.InferenceSession.FeedsType,
  ): Promise<ort.InferenceSession.ReturnType> => {
    try {
      const results = await session.run(tensors, fetches);
      usable = true;
      return results;
    } catch (error) {
      if (usable) throw error;
      await session.release();
      session = await onCpu(error);
      return session.run(tensors, fetches);
    }
  };
  return {
    inputs: describeTensors(session.inputMetadata),
    outputs,
    async run(feeds) {
      const tensors = Object.fromEntries(
        Object.entries(feeds).map(([name, { data, dims }]) => [name, new ort.Tensor('float32', data, dims)]),
      );
      const out: Record<string, Float32Array> = {};
      for (const [name, tensor] of Object.entries(await runOnce(tensors))) {
        if (!(tensor.data instanceof Float32Array)) throw new Error(`${name} came back as ${tensor.type}`);
        out[name] = tensor.data;
      }
      return out;
    },
    close: () => session.release(),
  };
};
