// What every kind of model is to the stream: a function from one chunk of song to one chunk per stem.
import type { Chunking } from '../dsp/chunking.ts';
import type { StereoBlock } from '../dsp/stereo-block.ts';

/** A graph's wall-clock and CPU time, summed, to tell inference from everything around it. */
export interface ModelClock {
  wallMs: number;
  cpuMs: number;
}

export interface ChunkSeparator {
  chunking: Chunking;
  /** How chunks are joined; triangle also asks for demucs' superfluous last segment. */
  join: 'linear' | 'triangle';
  /** Does the graph expect the song with mean 0 and deviation 1? */
  normalise: boolean;
  /** The stems that `separate` answers with, in order. */
  stems: string[];
  /** The answer may be changed. It stays as it is while one more chunk is separated; the one after that may take its memory. */
  separate(chunk: StereoBlock): Promise<StereoBlock[]>;
}

/** A graph opened and its clock; `run` adds to the clock. */
export interface TimedRun {
  (feeds: Record<string, { data: Float32Array; dims: number[] }>): Promise<Record<string, Float32Array>>;
}

export const outputNamed = (outputs: Record<string, Float32Array>, name: string): Float32Array => {
  const data = outputs[name];
  if (!data) throw new Error(`the graph gave no ${name}`);
  return data;
};
