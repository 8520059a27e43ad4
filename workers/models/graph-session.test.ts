// A provider may open a graph and still be unable to run it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as ort from 'onnxruntime-node';
import { openGraph, type RawSession, type SessionOpener } from './graph-session.ts';

const metadata = (name: string) =>
  ({ name, isTensor: true, type: 'float32', shape: [1, 2] }) satisfies ort.InferenceSession.ValueMetadata;

/** Doubles its input; on another provider than the CPU it opens and then fails. */
const opener = (opened: string[], failures: number): SessionOpener => {
  let left = failures;
  return async (_, { provider }) => {
    opened.push(provider);
    const run = async (feeds: ort.InferenceSession.FeedsType): Promise<ort.InferenceSession.ReturnType> => {
      if (left > 0) {
        left -= 1;
        throw new Error('no kernel for this operator');
      }
      const { x } = feeds as { x: ort.Tensor };
      const doubled = Float32Array.from(x.data as Float32Array, (value) => 2 * value);
      return { y: new ort.Tensor('float32', doubled, [1, 2]) };
    };
    const release = async (): Promise<void> => {
      opened.push(`${provider} closed`);
    };
    const session = { inputMetadata: [metadata('x')], outputMetadata: [metadata('y')], run, release };
    return session satisfies RawSession as RawSession;
  };
};

const feeds = { x: { data: Float32Array.of(1, 2), dims: [1, 2] } };

test('a provider that fails at its first run is replaced by the CPU, which runs the same input', async () => {
  const opened: string[] = [];
  const lines: string[] = [];
  const settings = { provider: 'webgpu', threads: 1 } as const;
  const session = await openGraph('any.onnx', settings, (line) => lines.push(line), opener(opened, 1));
  assert.deepEqual((await session.run(feeds))['y'], Float32Array.of(2, 4));
  assert.deepEqual(opened, ['webgpu', 'webgpu closed', 'cpu']);
  assert.equal(lines.length, 1);
  assert.match(
    lines[0] ?? '',
    /provider webgpu is not usable here, using cpu instead: no kernel for this operator/,
  );
});

test('a graph that fails on the CPU too is an error', async () => {
  const opened: string[] = [];
  const settings = { provider: 'webgpu', threads: 1 } as const;
  const session = await openGraph('any.onnx', settings, () => undefined, opener(opened, 2));
  await assert.rejects(session.run(feeds), /no kernel/);
  assert.deepEqual(opened, ['webgpu', 'webgpu closed', 'cpu']);
});
