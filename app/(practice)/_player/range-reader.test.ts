// Two spans that touch cost one request, and both are then known.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { RangeReader } from './range-reader.ts';
import { Scope } from './scope.ts';

const file = Uint8Array.from({ length: 5000 }, (_, index) => index % 251);

test('a span and the one after it come with one request, each as if it had been read by itself', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { range = '' } = request.headers;
    asked.push(range);
    const [start = 0, last = 0] = range.replace('bytes=', '').split('-').map(Number);
    response.writeHead(206).end(file.subarray(start, last + 1));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/stem.mp3`;
  const scope = new Scope();
  try {
    const reader = new RangeReader(scope, () => undefined);
    const [first, second] = [
      { byteStart: 100, byteEnd: 1100 },
      { byteStart: 1000, byteEnd: 9000 },
    ];
    assert.deepEqual(await reader.read(url, first, scope.signal, second), file.slice(100, 1100));
    assert.deepEqual(await reader.read(url, second, scope.signal), file.slice(1000));
    assert.deepEqual(await reader.read(url, first, scope.signal), file.slice(100, 1100));
    assert.deepEqual(asked, ['bytes=100-8999']);
  } finally {
    scope.end();
    await new Promise((resolve) => server.close(resolve));
  }
});
