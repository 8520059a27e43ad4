// Reads a stretch of a 16-bit stereo WAV behind an address, by ranges, a block at a time.
import { FetchFailed } from '../job-failure.ts';

export type WavStretch = { url: string; startFrame: number; frameCount: number; signal: AbortSignal };

const headBytes = 4096;
const frameBytes = 4;

const fetchRange = async (
  url: string,
  start: number,
  end: number,
  signal: AbortSignal,
): Promise<Response> => {
  const answer = await fetch(url, {
    headers: { range: `bytes=${start}-${end}` },
    signal,
    redirect: 'follow',
  });
  if (answer.status === 206 && answer.body) return answer;
  await answer.body?.cancel();
  throw new FetchFailed(new Error(`the storage answered a range with ${answer.status}`));
};

/** The place of the samples: behind whatever chunks stand before them. */
const dataStart = (head: Buffer): number => {
  const isWave = head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WAVE';
  let at = 12;
  let isKnown = false;
  while (isWave && at + 8 <= head.length) {
    const id = head.toString('latin1', at, at + 4);
    const bytes = head.readUInt32LE(at + 4);
    if (id === 'fmt ') isKnown = head.readUInt16LE(at + 10) === 2 && head.readUInt16LE(at + 22) === 16;
    if (id === 'data' && isKnown) return at + 8;
    at += 8 + bytes + (bytes % 2);
  }
  throw new FetchFailed(new Error('the stem is not a 16-bit stereo WAV'));
};

/** Yields blocks of exactly `blockFrames` frames, the last one shorter; a file that ends early is an error. */
export async function* readWavStretch(stretch: WavStretch, blockFrames: number): AsyncGenerator<Int16Array> {
  const { url, startFrame, frameCount, signal } = stretch;
  const head = await (await fetchRange(url, 0, headBytes - 1, signal)).arrayBuffer();
  const start = dataStart(Buffer.from(head)) + startFrame * frameBytes;
  const { body } = await fetchRange(url, start, start + frameCount * frameBytes - 1, signal);
  let left = frameCount * frameBytes;
  let block = Buffer.alloc(Math.min(left, blockFrames * frameBytes));
  let filled = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    let taken = 0;
    while (taken < chunk.length && left > 0) {
      const part = chunk.subarray(taken, taken + block.length - filled);
      block.set(part, filled);
      taken += part.length;
      filled += part.length;
      if (filled < block.length) continue;
      left -= filled;
      yield new Int16Array(block.buffer, block.byteOffset, filled / 2);
      block = Buffer.alloc(Math.min(left, blockFrames * frameBytes));
      filled = 0;
    }
  }
  if (left > 0) throw new FetchFailed(new Error('the stem ended early'));
}
