// Copies stereo sound into a waveform tensor and one stem of such a tensor back.
import { copyStrided } from '../dsp/copy-strided.ts';
import { zeroBlock, type StereoBlock } from '../dsp/stereo-block.ts';
import type { TensorLayout } from '../models/tensor-layout.ts';

export const packWaveform = (chunk: StereoBlock, layout: TensorLayout): Float32Array => {
  const data = new Float32Array(layout.size);
  copyStrided({ from: chunk.left, to: data, count: chunk.left.length }, { to: 0, toStep: layout.sample });
  copyStrided(
    { from: chunk.right, to: data, count: chunk.right.length },
    { to: layout.channel, toStep: layout.sample },
  );
  return data;
};

export const unpackWaveform = (
  data: Float32Array,
  layout: TensorLayout,
  stem: number,
  count: number,
): StereoBlock => {
  const block = zeroBlock(count);
  const base = stem * layout.stem;
  copyStrided({ from: data, to: block.left, count }, { from: base, fromStep: layout.sample });
  copyStrided(
    { from: data, to: block.right, count },
    { from: base + layout.channel, fromStep: layout.sample },
  );
  return block;
};
