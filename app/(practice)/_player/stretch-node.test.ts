// The worklet we serve from our own origin is the published one, byte for byte: nobody patched it, nobody forgot to update it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

test('public/signalsmith-stretch.mjs is the module of the pinned package', () => {
  const published = readFileSync(fileURLToPath(import.meta.resolve('signalsmith-stretch')));
  const served = readFileSync(new URL('../../../public/signalsmith-stretch.mjs', import.meta.url));
  assert.ok(served.equals(published));
});
