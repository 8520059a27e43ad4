// Hybrid networks with the STFT outside (htdemucs): sound and spectrum in, both out, their sum is the stem.
import { addBlock } from '../dsp/scale-block.ts';
import type { StereoBlock } from '../dsp/stereo-block.ts';
import { bindTensors, type BoundTensor } from '../models/bind-tensors.ts';
import type { HybridManifest } from '../models/manifest.ts';
import { outputNamed, type ChunkSeparator } from './chunk-separator.ts';
import { packSpectrum, unpackSpectrum } from './complex-planes.ts';
import { windowChunking, windowSpectrum, type WindowSpectrum } from './fixed-window.ts';
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
  private readonly window: WindowSpectrum;

  constructor(manifest: HybridManifest, graph: OpenedGraph, wanted: readonly string[]) {
    const { part, session } = graph;
    const { bins, frames } = manifest.stft;
    const complex = { channel: 2, part: 2, channel_part: 4, bin: bins, frame: frames };
    const sizes = { batch: 1, ...complex, stem: part.stems.length, sample: manifest.samples };
    this.graph = graph;
    this.bins = bins;
    this.inputs = bindTensors(`inputs of ${part.file}`, manifest.tensors.inputs, sizes, session.inputs);
    this.outputs = bindTensors(`outputs of ${part.file}`, manifest.tensors.outputs, sizes, session.outputs);
    this.chunking = windowChunking(manifest);
    this.join = manifest.join;
    this.normalise = manifest.normalise === 'track';
    this.stems = wantedStems(part, wanted).map(({ stem }) => stem);
    this.window = windowSpectrum(manifest, 'demucs');
  }

  async separate(chunk: StereoBlock): Promise<StereoBlock[]> {
    const { waveform, spectrum } = this.inputs;
    const { stft, istft, spectrum: song } = this.window;
    stft.forward(chunk, song);
    const planes = new Float32Array(spectrum.layout.size);
    packSpectrum(song, { data: [planes, planes], layout: spectrum.layout }, this.bins);
    const results = await this.graph.run({
      [waveform.name]: { data: packWaveform(chunk, waveform.layout), dims: waveform.layout.dims },
      [spectrum.name]: { data: planes, dims: spectrum.layout.dims },
    });
    const sound = outputNamed(results, this.outputs.waveform.name);
    const spectra = outputNamed(results, this.outputs.spectrum.name);
    return wantedStems(this.graph.part, this.stems).map(({ index }) => {
      const { layout } = this.outputs.spectrum;
      unpackSpectrum({ data: [spectra, spectra], layout }, index, song, this.bins);
      const block = istft.inverse(song);
      addBlock(block, unpackWaveform(sound, this.outputs.waveform.layout, index, this.chunking.chunkSamples));
      return block;
    });
  }
}
