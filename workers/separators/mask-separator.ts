// Magnitude-mask networks (our own, Spleeter): magnitudes in, masks or magnitude estimates out, times the song's spectrum.
// All graphs of the model see the same input. Frames lie wholly inside the chunk, so real neighbours stand in for padding.
import { ratioMasks } from '../dsp/magnitude-masks.ts';
import { MaskSpectra } from '../dsp/mask-spectra.ts';
import { zeroBlock, type StereoBlock } from '../dsp/stereo-block.ts';
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

/** Where a stem's mask lies: in which graph's output, from where on, and how. */
interface StemMask {
  which: number;
  base: number;
  layout: BoundTensor['layout'];
  /** Of this chunk, and of the one before, whose end this one overlaps. */
  sounds: [StereoBlock, StereoBlock];
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
  private readonly song: MaskSpectra;
  private readonly masks: StemMask[];

  constructor(manifest: MaskManifest, graphs: OpenedGraph[], wanted: readonly string[]) {
    const { n_fft: nFft, hop, frames, bins, normalised } = manifest.stft;
    const upper = manifest.upper_bins;
    const meanOfTop = upper === 'zero' ? 0 : Math.min(upper.mean_of_top, bins);
    this.manifest = manifest;
    this.graphs = graphs.map((graph) => bind(manifest, graph));
    this.stems = graphs.flatMap(({ part }) => wantedStems(part, wanted).map(({ stem }) => stem));
    this.song = new MaskSpectra(
      planStft({ nFft, hop, padding: 'none', normalised }),
      { bins, frames, meanOfTop },
      this.graphs.flatMap(({ input, output }) => [input.layout, output.layout]),
    );
    const { chunkSamples } = this.song;
    this.masks = this.graphs.flatMap(({ graph: { part }, output: { layout } }, which) =>
      wantedStems(part, wanted).map(({ index }) => ({
        which,
        base: index * layout.stem,
        layout,
        sounds: [zeroBlock(chunkSamples), zeroBlock(chunkSamples)],
      })),
    );
    this.chunking = { chunkSamples, trimSamples: nFft - hop, overlap: manifest.overlap, alignSamples: hop };
  }

  async separate(chunk: StereoBlock): Promise<StereoBlock[]> {
    this.song.load(chunk);
    const outputs: Float32Array[] = [];
    for (const { graph, input, output } of this.graphs) {
      const { layout } = input;
      const data = this.song.magnitudes(layout, this.manifest.divide_by_mean);
      const results = await graph.run({ [input.name]: { data, dims: layout.dims } });
      outputs.push(outputNamed(results, output.name));
    }
    if (this.manifest.output === 'ratio') this.shareOut(outputs);
    return this.masks.map(({ which, base, layout, sounds }) => {
      sounds.reverse();
      return this.song.masked(outputs[which] ?? new Float32Array(), base, layout, sounds[0]);
    });
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
}
