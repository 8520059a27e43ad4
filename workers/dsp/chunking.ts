// Where the chunks of a song lie: each reads `chunkSamples` with real neighbours as context and answers for its middle.

export interface Chunking {
  chunkSamples: number;
  /** Samples at each end of a chunk whose output is not used. */
  trimSamples: number;
  /** Share of the used part that two neighbours have in common, 0 ≤ overlap < 1. */
  overlap: number;
  /**
   * Chunks lie at multiples of this: the hop, where masks belong to frames, so that all chunks see the same frames and
   * no seam can be told from the middle; 1 where the network's own reference does not care.
   */
  alignSamples: number;
}

export interface ChunkPlace {
  /** Song position of the chunk's first sample; may lie before the song. */
  readFrom: number;
  /** Song position, index within the chunk and length of the part whose output is used. */
  start: number;
  offset: number;
  length: number;
}

export const usedSamples = ({ chunkSamples, trimSamples }: Chunking): number =>
  chunkSamples - 2 * trimSamples;

export const stepSamples = (chunking: Chunking): number => {
  const used = usedSamples(chunking);
  const { overlap, alignSamples: align } = chunking;
  // Rounding down as demucs does, but never so far that three chunks would overlap.
  const step = Math.max(
    Math.ceil(used / 2 / align) * align,
    Math.floor((used * (1 - overlap)) / align) * align,
  );
  if (step < 1) throw new RangeError('chunks must advance: too much overlap or trimming');
  return step;
};

/**
 * Chunk number `index`, or null when the song needs no such chunk. `total` is the song's length, null while unknown:
 * then the chunk is placed as if the song went on. A last chunk that the song does not fill is centred, so that
 * its context is the real song on the left and silence on the right (demucs' TensorChunk.padded).
 */
export const placeChunk = (chunking: Chunking, index: number, total: number | null): ChunkPlace | null => {
  const used = usedSamples(chunking);
  const start = index * stepSamples(chunking);
  const length = total === null ? used : Math.min(used, total - start);
  if (length <= 0) return null;
  const { alignSamples: align } = chunking;
  const shift = Math.floor((used - length) / 2 / align) * align;
  return {
    readFrom: start - shift - chunking.trimSamples,
    start,
    offset: chunking.trimSamples + shift,
    length,
  };
};
