// Packs a stereo spectrum into a complex-as-channels tensor and unpacks one stem of such a tensor.
import { planeToTensor, tensorToPlane } from '../dsp/spectrum-planes.ts';
import type { StereoSpectrum } from '../dsp/stft.ts';
import type { TensorLayout } from '../models/tensor-layout.ts';

const planesOf = (spectrum: StereoSpectrum): { plane: Float32Array; channel: number; part: number }[] => [
  { plane: spectrum.leftRe, channel: 0, part: 0 },
  { plane: spectrum.leftIm, channel: 0, part: 1 },
  { plane: spectrum.rightRe, channel: 1, part: 0 },
  { plane: spectrum.rightIm, channel: 1, part: 1 },
];

/** One tensor for both parts, or one for each: `tensors` by part. */
export interface ComplexTensors {
  data: [Float32Array, Float32Array];
  layout: TensorLayout;
}

export const packSpectrum = (
  spectrum: StereoSpectrum,
  { data, layout }: ComplexTensors,
  bins: number,
): void => {
  const size = { frames: spectrum.frames, bins, planeBins: spectrum.bins };
  for (const { plane, channel, part } of planesOf(spectrum)) {
    const base = channel * layout.channel + part * layout.part;
    const target = part === 0 ? data[0] : data[1];
    planeToTensor(plane, size, target, { base, bin: layout.bin, frame: layout.frame });
  }
};

export const unpackSpectrum = (
  { data, layout }: ComplexTensors,
  stem: number,
  spectrum: StereoSpectrum,
  bins: number,
): void => {
  const size = { frames: spectrum.frames, bins, planeBins: spectrum.bins };
  for (const { plane, channel, part } of planesOf(spectrum)) {
    const base = stem * layout.stem + channel * layout.channel + part * layout.part;
    const source = part === 0 ? data[0] : data[1];
    tensorToPlane(source, { base, bin: layout.bin, frame: layout.frame }, plane, size);
  }
};
