// Gain and place of a stem in a mix.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addStem, stemMatrix } from './add-stem.ts';

const mixed = (gain: number, pan: number, [left, right]: [number, number]): [number, number] => {
  const mix = { left: new Float32Array(1), right: new Float32Array(1) };
  addStem(mix, Int16Array.of(left * 32_768, right * 32_768), stemMatrix(gain, pan));
  return [mix.left[0] ?? 0, mix.right[0] ?? 0];
};

test('in the middle only the gain counts', () => {
  assert.deepEqual(mixed(0.5, 0, [0.5, -0.25]), [0.25, -0.125]);
});

test('at the ends both channels are heard on one side', () => {
  const [left, silentRight] = mixed(1, -1, [0.5, 0.25]);
  assert.ok(Math.abs(left - 0.75) < 1e-6 && Math.abs(silentRight) < 1e-6);
  const [silentLeft, right] = mixed(1, 1, [0.5, 0.25]);
  assert.ok(Math.abs(silentLeft) < 1e-6 && Math.abs(right - 0.75) < 1e-6);
});

test('half-way the far channel keeps its power', () => {
  const [left, right] = mixed(1, -0.5, [0, 0.5]);
  assert.ok(Math.abs(left * left + right * right - 0.25) < 1e-6);
});

test('stems add up', () => {
  const mix = { left: Float32Array.of(0.25), right: Float32Array.of(0) };
  addStem(mix, Int16Array.of(16_384, 16_384), stemMatrix(1, 0));
  assert.deepEqual([...mix.left, ...mix.right], [0.75, 0.5]);
});
