// What chunks of a stem share survives when one of them is no longer wanted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnstreamableMp3Error } from './mp3-layout.ts';
import type { ByteSpan, RangeReader } from './range-reader.ts';
import { StemFile } from './stem-file.ts';

test('a seek away from the chunk that began reading the head does not fail the chunk that is wanted now', async () => {
  let reads = 0;
  const reader = {
    read: (_url: string, _span: ByteSpan, signal: AbortSignal) => {
      reads += 1;
      // The first read hangs until it is aborted; the second brings a file that cannot be streamed.
      if (reads > 1) return Promise.resolve(new Uint8Array(4096));
      return new Promise<Uint8Array>((_, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('No longer wanted', 'AbortError')));
      });
    },
  } as unknown as RangeReader;
  const file = new StemFile('/stem.mp3', reader, 1e9);
  const first = new AbortController();
  const second = new AbortController();
  const dropped = assert.rejects(file.chunk(0, first.signal), { name: 'AbortError' });
  const wanted = assert.rejects(file.chunk(3, second.signal), UnstreamableMp3Error);
  first.abort();
  await dropped;
  await wanted;
  assert.equal(reads, 2);
});
