// Cuts a stream into buffers of one size, the last one shorter; at least one, so that an empty stream is an empty file.
import type { Readable } from 'node:stream';

export const sizedChunks = async function* (body: Readable, chunkBytes: number): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let bytes = 0;
  let isFirst = true;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    let rest = chunk;
    while (bytes + rest.length >= chunkBytes) {
      const taken = chunkBytes - bytes;
      yield Buffer.concat([...held, rest.subarray(0, taken)]);
      isFirst = false;
      rest = rest.subarray(taken);
      held = [];
      bytes = 0;
    }
    if (rest.length > 0) held.push(rest);
    bytes += rest.length;
  }
  if (bytes > 0 || isFirst) yield Buffer.concat(held);
};
