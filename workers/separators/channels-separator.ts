// Complex-as-channels networks (MDX-Net, KUIELab and UVR): one target per graph, spectrum in, spectrum out.
// Each chunk is transformed with reflected edges of n_fft/2, which are trimmed off again.
import { scaleBlock } from '../dsp/scale-block.ts';
import { Istft } from '../dsp/istft.ts';
import type { StereoBlock } from '../dsp/stereo-block.ts';
import { emptySpectrum, Stft, type StereoSpectrum } from '../dsp/stft.ts';
import { planStft, type StftPlan } from '../dsp/stft-plan.ts';
import { bindTensors, type BoundTensor } from '../models/bind-tensors.ts';
import type { ChannelsManifest } from '../models/manifest.ts';
import { outputNamed, type ChunkSeparator } from './chunk-separator.ts';
import { packSpectrum, unpackSpectrum } from './complex-planes.ts';
import { wantedStems, type OpenedGraph } from './opened-graph.ts';

export type ChannelsGraph = OpenedGraph<ChannelsManifest['graphs'][number]>;

export class ChannelsSeparator implements ChunkSeparator {
  readonly chunking;
  readonly join = 'linear' as const;
  readonly normalise = false;
  readonly stems: string[];
  private readonly graph: ChannelsGraph;
  private readonly zeroLowBins: number;
  private readonly input: BoundTensor;
  private readonly output: BoundTensor;
  private readonly plan: StftPlan;
  private readonly stft: Stft;
  private readonly istft: Istft;
  private readonly spectrum: StereoSpectrum;

  constructor(manifest: ChannelsManifest, graph: ChannelsGraph, wanted: readonly string[]) {
    const { part, session } = graph;
    const { n_fft: nFft, hop, frames, bins, normalised } = part.stft;
    const sizes = {
      batch: 1,
      channel: 2,
      part: 2,
      channel_part: 4,
      stem: part.stems.length,
      bin: bins,
      frame: frames,
    };
    const { inputs, outputs } = manifest.tensors;
    const chunkSamples = hop * (frames - 1);
    this.graph = graph;
    this.zeroLowBins = manifest.zero_low_bins;
    this.input = bindTensors(`inputs of ${part.file}`, inputs, sizes, session.inputs).spectrum;
    this.output = bindTensors(`outputs of ${part.file}`, outputs, sizes, session.outputs).spectrum;
    this.chunking = { chunkSamples, trimSamples: nFft / 2, overlap: manifest.overlap, alignSamples: 1 };
    this.stems = wantedStems(part, wanted).map(({ stem }) => stem);
    this.plan = planStft({ nFft, hop, padding: 'centre', normalised });
    this.stft = new Stft(this.plan);
    this.istft = new Istft(this.plan, chunkSamples);
    this.spectrum = emptySpectrum(frames, this.plan.bins);
  }

  async separate(chunk: StereoBlock): Promise<StereoBlock[]> {
    const { bins } = this.graph.part.stft;
    const { layout } = this.input;
    this.stft.forward(chunk, this.spectrum);
    this.silenceLowBins();
    const feed = new Float32Array(layout.size);
    packSpectrum(this.spectrum, { data: [feed, feed], layout }, bins);
    const outputs = await this.graph.run({ [this.input.name]: { data: feed, dims: layout.dims } });
    const data = outputNamed(outputs, this.output.name);
    return wantedStems(this.graph.part, this.stems).map(({ index }) => {
      unpackSpectrum({ data: [data, data], layout: this.output.layout }, index, this.spectrum, bins);
      return scaleBlock(this.istft.inverse(this.spectrum), this.graph.part.compensate);
    });
  }

  private silenceLowBins(): void {
    const { leftRe, leftIm, rightRe, rightIm, frames, bins } = this.spectrum;
    for (let frame = 0; frame < frames && this.zeroLowBins > 0; frame++)
      for (const plane of [leftRe, leftIm, rightRe, rightIm])
        plane.fill(0, frame * bins, frame * bins + this.zeroLowBins);
  }
}
