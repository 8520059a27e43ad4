// A request's body as a stream that may be left early: what is not read is drained, within bounds, so that the
// sender gets its answer instead of a reset connection.
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

const drainBytes = 256 * 1024 * 1024;
const drainMs = 15_000;

export type RequestBody = {
  stream: Readable;
  /** True when the sender broke off. */
  brokeOff: () => boolean;
  /** To be awaited before the answer is given. */
  finish: () => Promise<void>;
};

type Reader = ReadableStreamDefaultReader<Uint8Array>;

const drain = async (reader: Reader): Promise<void> => {
  for (let bytes = 0; bytes <= drainBytes;) {
    const { done, value } = await reader.read();
    if (done) return;
    bytes += value.byteLength;
  }
};

export const openBody = (request: Request): RequestBody => {
  const reader = request.body?.getReader() as Reader | undefined;
  let failed = false;
  const chunks = async function* (): AsyncGenerator<Buffer> {
    if (!reader) return;
    for (;;) {
      const next = await reader.read().catch((error: unknown) => {
        failed = true;
        throw error;
      });
      if (next.done) return;
      yield Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
    }
  };
  const stream = Readable.from(chunks(), { objectMode: false });
  return {
    stream,
    brokeOff: () => failed,
    async finish() {
      stream.destroy();
      if (!reader || failed) return;
      const timeout = new AbortController();
      const late = sleep(drainMs, undefined, { signal: timeout.signal }).catch(() => {});
      await Promise.race([drain(reader).catch(() => {}), late]);
      timeout.abort();
      reader.cancel().catch(() => {});
    },
  };
};
