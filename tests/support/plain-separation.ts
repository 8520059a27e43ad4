// A separation without a model, in the same words: decodes and encodes as the real one, each stem a quieter song.
import { mkdir } from 'node:fs/promises';
import { openSong } from '../../workers/audio/open-song.ts';
import { openStemsWriter } from '../../workers/audio/write-stems.ts';
import { stemsOfModel } from '../../workers/contract/job.ts';
import type { Separate } from '../../workers/run-job.ts';

export const plainSeparation: Separate = async (options) => {
  const { songFile, model, title, outDir, kinds, wavBits, limits, signal, onProgress } = options;
  await mkdir(outDir, { recursive: true });
  const song = await openSong(songFile, { ...limits, workDir: outDir, signal });
  const names = stemsOfModel[model];
  const writer = await openStemsWriter({ dir: outDir, stems: names, title, kinds, wavBits, signal });
  try {
    let frames = 0;
    for await (const block of song.decode()) {
      await writer.write(names.map(() => block));
      frames += block.left.length;
      onProgress({ progress: Math.min(99, frames / 441 / (song.probedDurationSeconds ?? 1)), etaSeconds: 1 });
    }
    const stems = await writer.finish();
    const analysis = {
      tempo_bpm: null,
      tempo_confidence: 0,
      beats: [],
      first_downbeat: null,
      beats_per_bar: null,
      key: null,
      key_confidence: 0,
    };
    return { sampleCount: frames, durationSeconds: frames / 44_100, stems, analysis, engine: 'plain@1' };
  } catch (error) {
    await writer.abort();
    throw error;
  }
};
