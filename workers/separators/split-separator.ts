// Networks with real and imaginary spectra as separate tensors (RoFormer exports): spectra in, each stem's spectra out.
import type { StereoBlock } from '../dsp/stereo-block.ts';
import { bindTensors, type BoundTensor } from '../models/bind-tensors.ts';
import type { SplitManifest } from '../models/manifest.ts';
import { outputNamed, type ChunkSeparator } from './chunk-separator.ts';
import { packSpectrum, unpackSpectrum } from './complex-planes.ts';
import { windowChunking, windowSpectrum, type WindowSpectrum } from './fixed-window.ts';
import { wantedStems, type OpenedGraph } from './opened-graph.ts';

export class SplitSeparator implements ChunkSeparator {
  readonly chunking;
  readonly join;
  readonly normalise = false;
  readonly stems: string[];
  private readonly graph: OpenedGraph;
  private readonly bins: number;
  private readonly inputs: { real: BoundTensor; imaginary: BoundTensor };
  private readonly outputs: { real: BoundTensor; imaginary: BoundTensor };
  private readonly window: WindowSpectrum;

  constructor(manifest: SplitManifest, graph: OpenedGraph, wanted: readonly string[]) {
    const { part, session } = graph;
    const { bins, frames } = manifest.stft;
    const sizes = { batch: 1, channel: 2, bin: bins, frame: frames, stem: part.stems.length };
    this.graph = graph;
    this.bins = bins;
    this.inputs = bindTensors(`inputs of ${part.file}`, manifest.tensors.inputs, sizes, session.inputs);
    this.outputs = bindTensors(`outputs of ${part.file}`, manifest.tensors.outputs, sizes, session.outputs);
    this.chunking = windowChunking(manifest);
    this.join = manifest.join;
    this.stems = wantedStems(part, wanted).map(({ stem }) => stem);
    this.window = windowSpectrum(manifest, 'centre');
  }

  async separate(chunk: StereoBlock): Promise<StereoBlock[]> {
    const { real, imaginary } = this.inputs;
    const { stft, istft, spectrum: song } = this.window;
    stft.forward(chunk, song);
    const re = new Float32Array(real.layout.size);
    const im = new Float32Array(imaginary.layout.size);
    packSpectrum(song, { data: [re, im], layout: real.layout }, this.bins);
    const results = await this.graph.run({
      [real.name]: { data: re, dims: real.layout.dims },
      [imaginary.name]: { data: im, dims: imaginary.layout.dims },
    });
    const outRe = outputNamed(results, this.outputs.real.name);
    const outIm = outputNamed(results, this.outputs.imaginary.name);
    return wantedStems(this.graph.part, this.stems).map(({ index }) => {
      unpackSpectrum({ data: [outRe, outIm], layout: this.outputs.real.layout }, index, song, this.bins);
      return istft.inverse(song);
    });
  }
}
