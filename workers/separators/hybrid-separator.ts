// Hybrid networks with the STFT outside (htdemucs): sound and spectrum in, both out, their sum is the stem.
import { Istft } from '../dsp/istft.ts';
import { addBlock } from '../dsp/scale-block.ts';
import type { StereoBlock } from '../dsp/stereo-block.ts';
import { emptySpectrum, Stft, type StereoSpectrum } from '../dsp/stft.ts';
import { frameCount, planStft } from '../dsp/stft-plan.ts';
import { bindTensors, type BoundTensor } from '../models/bind-tensors.ts';
import type { HybridManifest } from '../models/manifest.ts';
import { outputNamed, type ChunkSeparator } from './chunk-separator.ts';
import { packSpectrum, unpackSpectrum } from './complex-planes.ts';
import { wantedStems, type OpenedGraph } from './opened-graph.ts';
import { packWaveform, unpackWaveform } from './waveform-tensor.ts';

export class HybridSeparator implements ChunkSeparator {
  readonly chunking;
  readonly join;
  readonly normalise;
  readonly stems: string[];
  private readonly graph: OpenedGraph;
  private readonly bins: number;
  private readonly inputs: { waveform: BoundTensor; spectrum: BoundTensor };
  private readonly outputs: { waveform: BoundTensor; spectrum: BoundTensor };
  private readonly stft: Stft;
  private readonly istft: Istft;
  private readonly spectrum: StereoSpectrum;

  constructor(manifest: HybridManifest, graph: OpenedGraph, wanted: readonly string[]) {
    const { part, session } = graph;
    const { n_fft: nFft, hop, bins, frames, normalised } = manifest.stft;
    const plan = planStft({ nFft, hop, padding: 'demucs', normalised });
    if (frames !== frameCount(plan, manifest.samples))
      throw new Error(
        `${manifest.samples} samples make ${frameCount(plan, manifest.samples)} frames, not ${frames}`,
      );
    const complex = { channel: 2, part: 2, channel_part: 4, bin: bins, frame: frames };
    const sizes = { batch: 1, ...complex, stem: part.stems.length, sample: manifest.samples };
    this.graph = graph;
    this.bins = bins;
    this.inputs = bindTensors(`inputs of ${part.file}`, manifest.tensors.inputs, sizes, session.inputs);
    this.outputs = bindTensors(`outputs of ${part.file}`, manifest.tensors.outputs, sizes, session.outputs);
    this.chunking = {
      chunkSamples: manifest.samples,
      trimSamples: 0,
      overlap: manifest.overlap,
      alignSamples: 1,
    };
    this.join = manifest.join;
    this.normalise = manifest.normalise === 'track';
    this.stems = wantedStems(part, wanted).map(({ stem }) => stem);
    this.stft = new Stft(plan);
    this.istft = new Istft(plan, manifest.samples);
    this.spectrum = emptySpectrum(frames, plan.bins);
  }

  async separate(chunk: StereoBlock): Promise<StereoBlock[]> {
    const { waveform, spectrum } = this.inputs;
    this.stft.forward(chunk, this.spectrum);
    const planes = new Float32Array(spectrum.layout.size);
    packSpectrum(this.spectrum, { data: [planes, planes], layout: spectrum.layout }, this.bins);
    const results = await this.graph.run({
      [waveform.name]: { data: packWaveform(chunk, waveform.layout), dims: waveform.layout.dims },
      [spectrum.name]: { data: planes, dims: spectrum.layout.dims },
    });
    const sound = outputNamed(results, this.outputs.waveform.name);
    const spectra = outputNamed(results, this.outputs.spectrum.name);
    return wantedStems(this.graph.part, this.stems).map(({ index }) => {
      const { layout } = this.outputs.spectrum;
      unpackSpectrum({ data: [spectra, spectra], layout }, index, this.spectrum, this.bins);
      const block = this.istft.inverse(this.spectrum);
      addBlock(block, unpackWaveform(sound, this.outputs.waveform.layout, index, this.chunking.chunkSamples));
      return block;
    });
  }
}
