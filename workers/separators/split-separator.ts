// Networks with real and imaginary spectra as separate tensors (RoFormer exports): spectra in, each stem's spectra out.
import { Istft } from '../dsp/istft.ts';
import type { StereoBlock } from '../dsp/stereo-block.ts';
import { emptySpectrum, Stft, type StereoSpectrum } from '../dsp/stft.ts';
import { frameCount, planStft } from '../dsp/stft-plan.ts';
import { bindTensors, type BoundTensor } from '../models/bind-tensors.ts';
import type { SplitManifest } from '../models/manifest.ts';
import { outputNamed, type ChunkSeparator } from './chunk-separator.ts';
import { packSpectrum, unpackSpectrum } from './complex-planes.ts';
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
  private readonly stft: Stft;
  private readonly istft: Istft;
  private readonly spectrum: StereoSpectrum;

  constructor(manifest: SplitManifest, graph: OpenedGraph, wanted: readonly string[]) {
    const { part, session } = graph;
    const { n_fft: nFft, hop, bins, frames, normalised } = manifest.stft;
    const plan = planStft({ nFft, hop, padding: 'centre', normalised });
    if (frames !== frameCount(plan, manifest.samples))
      throw new Error(
        `${manifest.samples} samples make ${frameCount(plan, manifest.samples)} frames, not ${frames}`,
      );
    const sizes = { batch: 1, channel: 2, bin: bins, frame: frames, stem: part.stems.length };
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
    this.stems = wantedStems(part, wanted).map(({ stem }) => stem);
    this.stft = new Stft(plan);
    this.istft = new Istft(plan, manifest.samples);
    this.spectrum = emptySpectrum(frames, plan.bins);
  }

  async separate(chunk: StereoBlock): Promise<StereoBlock[]> {
    const { real, imaginary } = this.inputs;
    this.stft.forward(chunk, this.spectrum);
    const re = new Float32Array(real.layout.size);
    const im = new Float32Array(imaginary.layout.size);
    packSpectrum(this.spectrum, { data: [re, im], layout: real.layout }, this.bins);
    const results = await this.graph.run({
      [real.name]: { data: re, dims: real.layout.dims },
      [imaginary.name]: { data: im, dims: imaginary.layout.dims },
    });
    const outRe = outputNamed(results, this.outputs.real.name);
    const outIm = outputNamed(results, this.outputs.imaginary.name);
    return wantedStems(this.graph.part, this.stems).map(({ index }) => {
      unpackSpectrum(
        { data: [outRe, outIm], layout: this.outputs.real.layout },
        index,
        this.spectrum,
        this.bins,
      );
      return this.istft.inverse(this.spectrum);
    });
  }
}
