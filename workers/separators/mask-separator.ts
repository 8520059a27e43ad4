// Magnitude-mask networks (our own, Spleeter): magnitudes in, masks or magnitude estimates out, times the song's spectrum.
// All graphs of the model see the same input. Frames lie wholly inside the chunk, so real neighbours stand in for padding.
import {
  divideByMean,
  magnitudes,
  MaskedFrames,
  ratioMasks,
  type MaskPlanes,
} from '../dsp/magnitude-masks.ts';
import { Istft } from '../dsp/istft.ts';
import { planeToTensor } from '../dsp/spectrum-planes.ts';
import type { StereoBlock } from '../dsp/stereo-block.ts';
import { emptySpectrum, Stft, type StereoSpectrum } from '../dsp/stft.ts';
import { planStft } from '../dsp/stft-plan.ts';
import { bindTensors, type BoundTensor } from '../models/bind-tensors.ts';
import type { MaskManifest } from '../models/manifest.ts';
import { outputNamed, type ChunkSeparator } from './chunk-separator.ts';
import { wantedStems, type OpenedGraph } from './opened-graph.ts';

interface BoundGraph {
  graph: OpenedGraph;
  input: BoundTensor;
  output: BoundTensor;
}

const bind = (manifest: MaskManifest, graph: OpenedGraph): BoundGraph => {
  const sizes = {
    batch: 1,
    channel: 2,
    stem: graph.part.stems.length,
    bin: manifest.stft.bins,
    frame: manifest.stft.frames,
  };
  const { inputs, outputs } = manifest.tensors;
  const { file } = graph.part;
  return {
    graph,
    input: bindTensors(`inputs of ${file}`, inputs, sizes, graph.session.inputs).magnitude,
    output: bindTensors(`outputs of ${file}`, outputs, sizes, graph.session.outputs).masks,
  };
};

export class MaskSeparator implements ChunkSeparator {
  readonly chunking;
  readonly join = 'linear' as const;
  readonly normalise = false;
  readonly stems: string[];
  private readonly manifest: MaskManifest;
  private readonly graphs: BoundGraph[];
  private readonly stft: Stft;
  private readonly istft: Istft;
  private readonly song: StereoSpectrum;
  private readonly magnitude: Float32Array;

  constructor(manifest: MaskManifest, graphs: OpenedGraph[], wanted: readonly string[]) {
    const { n_fft: nFft, hop, frames, normalised } = manifest.stft;
    const plan = planStft({ nFft, hop, padding: 'none', normalised });
    const chunkSamples = (frames - 1) * hop + nFft;
    this.manifest = manifest;
    this.graphs = graphs.map((graph) => bind(manifest, graph));
    this.chunking = { chunkSamples, trimSamples: nFft - hop, overlap: manifest.overlap, alignSamples: hop };
    this.stems = graphs.flatMap(({ part }) => wantedStems(part, wanted).map(({ stem }) => stem));
    this.stft = new Stft(plan);
    this.istft = new Istft(plan, chunkSamples);
    this.song = emptySpectrum(frames, plan.bins);
    this.magnitude = new Float32Array(2 * frames * plan.bins);
  }

  async separate(chunk: StereoBlock): Promise<StereoBlock[]> {
    this.stft.forward(chunk, this.song);
    this.measure();
    const outputs: Float32Array[] = [];
    for (const { graph, input, output } of this.graphs) {
      const feeds = { [input.name]: { data: this.feed(input), dims: input.layout.dims } };
      outputs.push(outputNamed(await graph.run(feeds), output.name));
    }
    if (this.manifest.output === 'ratio') this.shareOut(outputs);
    return this.graphs.flatMap(({ graph, output }, which) =>
      wantedStems(graph.part, this.stems).map(({ index }) => {
        const planes = this.planes(outputs[which] ?? new Float32Array(), output, index);
        const frames = new MaskedFrames(this.song, planes);
        return this.istft.inverseOf((frame, fft) => frames.inverse(frame, fft));
      }),
    );
  }

  private measure(): void {
    const half = this.magnitude.length / 2;
    magnitudes(this.song.leftRe, this.song.leftIm, this.magnitude.subarray(0, half));
    magnitudes(this.song.rightRe, this.song.rightIm, this.magnitude.subarray(half));
  }

  private feed({ layout }: BoundTensor): Float32Array {
    const data = new Float32Array(layout.size);
    const size = { frames: this.song.frames, bins: this.manifest.stft.bins, planeBins: this.song.bins };
    const half = this.magnitude.length / 2;
    for (const channel of [0, 1]) {
      const plane = this.magnitude.subarray(channel * half, (channel + 1) * half);
      planeToTensor(plane, size, data, {
        base: channel * layout.channel,
        bin: layout.bin,
        frame: layout.frame,
      });
    }
    if (this.manifest.divide_by_mean) divideByMean(data);
    return data;
  }

  /** Ratio masks need all stems' estimates side by side, whichever graph or stem index they come from. */
  private shareOut(outputs: Float32Array[]): void {
    const parts = this.graphs.flatMap(({ graph, output }, which) => {
      const data = outputs[which] ?? new Float32Array();
      const length = data.length / graph.part.stems.length;
      if (graph.part.stems.length > 1 && output.layout.stem !== length)
        throw new Error('ratio masks need the stem axis first, or one graph per stem');
      return graph.part.stems.map((_, index) => data.subarray(index * length, (index + 1) * length));
    });
    ratioMasks(parts);
  }

  private planes(data: Float32Array, { layout }: BoundTensor, stem: number): MaskPlanes {
    const { stft, upper_bins: upper } = this.manifest;
    const place = { base: stem * layout.stem, bin: layout.bin, frame: layout.frame };
    return {
      data,
      left: place,
      right: { ...place, base: place.base + layout.channel },
      bins: stft.bins,
      frames: stft.frames,
      meanOfTop: upper === 'zero' ? 0 : Math.min(upper.mean_of_top, stft.bins),
    };
  }
}
