// Makes the MP3 of a mix: reads the stems side by side, adds them up block by block, feeds the encoder.
import path from 'node:path';
import { chooseFfmpeg } from '../audio/choose-ffmpeg.ts';
import { startStemEncoder, type StemEncoder } from '../audio/stem-encoder.ts';
import type { MixRequest } from '../contract/mix.ts';
import type { StereoBlock } from '../dsp/stereo-block.ts';
import { addStem, stemMatrix } from './add-stem.ts';
import { tempoFilter } from './tempo-filter.ts';
import { readWavStretch } from './wav-range.ts';

const blockFrames = 32_768;

const feed = async (request: MixRequest, encoder: StemEncoder, signal: AbortSignal): Promise<void> => {
  const { start_frame: startFrame, frame_count: frameCount } = request;
  const stems = request.stems.map(({ url, gain, pan }) => ({
    blocks: readWavStretch({ url, startFrame, frameCount, signal }, blockFrames),
    matrix: stemMatrix(gain, pan),
  }));
  try {
    for (let done = 0; done < frameCount; done += blockFrames) {
      const frames = Math.min(blockFrames, frameCount - done);
      const mix: StereoBlock = { left: new Float32Array(frames), right: new Float32Array(frames) };
      const blocks = await Promise.all(stems.map(({ blocks: source }) => source.next()));
      for (const [index, { matrix }] of stems.entries()) {
        const samples = blocks[index]?.value;
        if (samples instanceof Int16Array) addStem(mix, samples, matrix);
      }
      await encoder.write([mix]);
    }
  } finally {
    await Promise.allSettled(stems.map(({ blocks }) => blocks.return(undefined)));
  }
};

/** The file lies in `dir`, which is the caller's to remove. */
export const makeMix = async (request: MixRequest, dir: string, signal: AbortSignal): Promise<string> => {
  const mp3 = path.join(dir, 'mix.mp3');
  const tags = { title: request.title || 'Untitled song', stem: 'mix', software: 'Partbook' };
  const encoder = startStemEncoder(chooseFfmpeg(), {
    workDir: dir,
    stems: [{ mp3, ogg: null, tags, filter: tempoFilter(request) }],
    signal,
  });
  try {
    await feed(request, encoder, signal);
    await encoder.finish();
    return mp3;
  } catch (error) {
    await encoder.abort();
    throw error;
  }
};
