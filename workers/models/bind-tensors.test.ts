import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bindTensors, GraphMismatch, type TensorInfo } from './bind-tensors.ts';
import type { TensorRole } from './manifest.ts';

const sizes = { batch: 1, channel: 2, channel_part: 4, stem: 4, bin: 2048, frame: 336, sample: 343_980 };
const waveform: TensorRole = { axes: ['batch', 'channel', 'sample'] };
const spectrum: TensorRole = { axes: ['batch', 'channel_part', 'bin', 'frame'] };
const tensor = (name: string, shape: (number | string)[], type = 'float32'): TensorInfo => ({
  name,
  type,
  shape,
});

test('tensors with generated names are found by shape, in any order, with open dimensions', () => {
  const bound = bindTensors('inputs of x.onnx', { waveform, spectrum }, sizes, [
    tensor('onnx::Pad_1', ['batch', 4, 2048, 336]),
    tensor('onnx::Conv_0', [1, 2, 343_980]),
  ]);
  assert.equal(bound.waveform.name, 'onnx::Conv_0');
  assert.equal(bound.spectrum.name, 'onnx::Pad_1');
  assert.deepEqual(bound.spectrum.layout.dims, [1, 4, 2048, 336]);
});

test('a transposed export is read by its own strides', () => {
  const transposed: TensorRole = { axes: ['batch', 'frame', 'channel_part', 'bin'] };
  const { layout } = bindTensors('inputs', { spectrum: transposed }, sizes, [
    tensor('x', [1, 336, 4, 2048]),
  ]).spectrum;
  assert.deepEqual([layout.frame, layout.channel, layout.part, layout.bin], [4 * 2048, 2 * 2048, 2048, 1]);
});

test('tensors of the same shape are told apart by name, else by order', () => {
  const plane: TensorRole = { axes: ['batch', 'channel', 'bin', 'frame'] };
  const shape = [1, 2, 2048, 336];
  const named = bindTensors('inputs', { real: plane, imaginary: plane }, sizes, [
    tensor('spec_imag', shape),
    tensor('spec_real', shape),
  ]);
  assert.equal(named.real.name, 'spec_real');
  assert.equal(named.imaginary.name, 'spec_imag');
  const ordered = bindTensors('inputs', { real: plane, imaginary: plane }, sizes, [
    tensor('a', shape),
    tensor('b', shape),
  ]);
  assert.deepEqual([ordered.real.name, ordered.imaginary.name], ['a', 'b']);
});

test('a mismatch says what the graph has and what the manifest wants', () => {
  const wrong = [tensor('input', [1, 4, 3072, 256]), tensor('half', [1, 2, 343_980], 'float16')];
  assert.throws(
    () => bindTensors('inputs of x.onnx', { spectrum }, sizes, wrong),
    (error: unknown) => {
      assert.ok(error instanceof GraphMismatch);
      assert.equal(
        error.message,
        'The inputs of x.onnx do not match the manifest: got input float32 [1, 4, 3072, 256]; half float16 [1, 2, 343980]; ' +
          'wanted spectrum float32 [1, 4, 2048, 336] (batch, channel_part, bin, frame).',
      );
      return true;
    },
  );
  assert.throws(() => bindTensors('inputs', { waveform }, sizes, wrong), GraphMismatch);
});
