// Waveform networks (htdemucs exports with the STFT inside): sound in, all stems' sound out.
import type { StereoBlock } from '../dsp/stereo-block.ts';
import { bindTensors, type BoundTensor } from '../models/bind-tensors.ts';
import type { WaveformManifest } from '../models/manifest.ts';
import { outputNamed, type ChunkSeparator } from './chunk-separator.ts';
import { windowChunking } from './fixed-window.ts';
import { wantedStems, type OpenedGraph } from './opened-graph.ts';
import { packWaveform, unpackWaveform } from './waveform-tensor.ts';

export class WaveformSeparator implements ChunkSeparator {
  readonly chunking;
  readonly join;
  readonly normalise;
  readonly stems: string[];
  private readonly graph: OpenedGraph;
  private readonly input: BoundTensor;
  private readonly output: BoundTensor;

  constructor(manifest: WaveformManifest, graph: OpenedGraph, wanted: readonly string[]) {
    const { part, session } = graph;
    const { inputs, outputs } = manifest.tensors;
    const sizes = { batch: 1, channel: 2, stem: part.stems.length, sample: manifest.samples };
    this.graph = graph;
    this.input = bindTensors(`inputs of ${part.file}`, inputs, sizes, session.inputs).waveform;
    this.output = bindTensors(`outputs of ${part.file}`, outputs, sizes, session.outputs).waveform;
    this.chunking = windowChunking(manifest);
    this.join = manifest.join;
    this.normalise = manifest.normalise === 'track';
    this.stems = wantedStems(part, wanted).map(({ stem }) => stem);
  }

  async separate(chunk: StereoBlock): Promise<StereoBlock[]> {
    const { layout, name } = this.input;
    const outputs = await this.graph.run({
      [name]: { data: packWaveform(chunk, layout), dims: layout.dims },
    });
    const data = outputNamed(outputs, this.output.name);
    return wantedStems(this.graph.part, this.stems).map(({ index }) =>
      unpackWaveform(data, this.output.layout, index, this.chunking.chunkSamples),
    );
  }
}
