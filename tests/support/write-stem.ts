// Writes a single stem, as most tests need it.
import type { StemFileKind, StemName } from '../../workers/contract/job.ts';
import type { StereoBlock } from '../../workers/dsp/stereo-block.ts';
import type { FfmpegBackend } from '../../workers/audio/ffmpeg-backend.ts';
import { openStemsWriter, type FinishedStem } from '../../workers/audio/write-stems.ts';

export interface StemWriter {
  write(block: StereoBlock): Promise<void>;
  finish(): Promise<FinishedStem>;
  abort(): Promise<void>;
}

interface StemWriterOptions {
  dir: string;
  stem: StemName;
  title: string;
  kinds: readonly StemFileKind[];
  wavBits: 16 | 24;
  backend?: FfmpegBackend;
}

export const openStemWriter = async ({ stem, ...options }: StemWriterOptions): Promise<StemWriter> => {
  const writer = await openStemsWriter({ ...options, stems: [stem] });
  return {
    write: (block) => writer.write([block]),
    async finish() {
      const [finished] = await writer.finish();
      if (!finished) throw new Error('the stem was not written');
      return finished;
    },
    abort: () => writer.abort(),
  };
};
