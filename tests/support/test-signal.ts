// The signals of the golden tests, by the same formulas as tests/golden/make-golden.py.
import { copyBlock, type StereoBlock } from '../../workers/dsp/stereo-block.ts';

const lcgNoise = (length: number, seed: number): Float64Array => {
  let state = BigInt(seed);
  return Float64Array.from({ length }, () => {
    state = (state * 1664525n + 1013904223n) % 4294967296n;
    return Number(state) / 2147483648 - 1;
  });
};

export const testSong = (length: number): StereoBlock => {
  const [noiseLeft, noiseRight] = [lcgNoise(length, 1), lcgNoise(length, 2)];
  return {
    left: Float32Array.from(noiseLeft, (noise, t) => 0.4 * Math.sin(0.05 * t + 2e-6 * t * t) + 0.1 * noise),
    right: Float32Array.from(noiseRight, (noise, t) => 0.3 * Math.cos(0.31 * t) + 0.1 * noise),
  };
};

/** The song in blocks of `size`, as a decoder would give them. */
export async function* inBlocks({ left, right }: StereoBlock, size: number): AsyncGenerator<StereoBlock> {
  for (let from = 0; from < left.length; from += size) {
    await Promise.resolve();
    yield { left: left.slice(from, from + size), right: right.slice(from, from + size) };
  }
}

/** Joins blocks of several stems into one block per stem. */
export const gather = async (blocks: AsyncIterable<StereoBlock[]>): Promise<StereoBlock[]> => {
  const parts: StereoBlock[][] = [];
  for await (const stems of blocks) parts.push(stems.map((block) => copyBlock(block, 0, block.left.length)));
  const length = parts.reduce((sum, [first]) => sum + (first?.left.length ?? 0), 0);
  return (parts[0] ?? []).map((_, stem) => {
    const joined = { left: new Float32Array(length), right: new Float32Array(length) };
    let at = 0;
    for (const part of parts) {
      const block = part[stem];
      if (!block) continue;
      joined.left.set(block.left, at);
      joined.right.set(block.right, at);
      at += block.left.length;
    }
    return joined;
  });
};

export const largestDifference = (a: StereoBlock, b: StereoBlock): number => {
  if (a.left.length !== b.left.length) return Infinity;
  let most = 0;
  for (let t = 0; t < a.left.length; t++)
    most = Math.max(
      most,
      Math.abs((a.left[t] ?? 0) - (b.left[t] ?? 0)),
      Math.abs((a.right[t] ?? 0) - (b.right[t] ?? 0)),
    );
  return most;
};
