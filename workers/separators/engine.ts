// A model opened for work: checks hashes, opens each graph once, makes the separators for a product. Knows all kinds.
import path from 'node:path';
import { openGraph, type SessionSettings } from '../models/graph-session.ts';
import { hashFile } from '../models/hash-file.ts';
import { keptStems } from '../models/kept-stems.ts';
import type { ManifestGraph, ModelManifest } from '../models/manifest.ts';
import { ChannelsSeparator } from './channels-separator.ts';
import type { ChunkSeparator, ModelClock } from './chunk-separator.ts';
import { HybridSeparator } from './hybrid-separator.ts';
import { MaskSeparator } from './mask-separator.ts';
import { timedRun, type OpenedGraph } from './opened-graph.ts';
import { SplitSeparator } from './split-separator.ts';
import { WaveformSeparator } from './waveform-separator.ts';

export class Engine {
  readonly manifest: ModelManifest;
  readonly clock: ModelClock = { wallMs: 0, cpuMs: 0 };
  private readonly dir: string;
  private readonly settings: SessionSettings;
  private readonly log: (line: string) => void;
  private readonly opened = new Map<string, OpenedGraph>();

  constructor(
    dir: string,
    manifest: ModelManifest,
    { settings, log }: { settings: SessionSettings; log: (line: string) => void },
  ) {
    this.dir = dir;
    this.manifest = manifest;
    this.settings = settings;
    this.log = log;
  }

  /** Separators that between them give the wanted stems; graphs that give none of them stay unopened. */
  async separatorsFor(wanted: readonly string[]): Promise<ChunkSeparator[]> {
    const { manifest } = this;
    if (manifest.kind === 'magnitude_mask') {
      const all = manifest.output === 'ratio';
      const parts = manifest.graphs.filter(
        (part) => all || keptStems(part).some((stem) => wanted.includes(stem)),
      );
      const graphs: OpenedGraph[] = [];
      for (const part of parts) graphs.push(await this.open(part));
      return [new MaskSeparator(manifest, graphs, wanted)];
    }
    const separators: ChunkSeparator[] = [];
    for (const part of manifest.graphs)
      if (keptStems(part).some((stem) => wanted.includes(stem)))
        separators.push(await this.separatorFor(part, wanted));
    return separators;
  }

  async close(): Promise<void> {
    for (const { session } of this.opened.values()) await session.close();
    this.opened.clear();
  }

  private async separatorFor(part: ManifestGraph, wanted: readonly string[]): Promise<ChunkSeparator> {
    const { manifest } = this;
    const graph = await this.open(part);
    switch (manifest.kind) {
      case 'complex_channels': {
        const channels = manifest.graphs.find(({ file }) => file === part.file);
        if (!channels) throw new Error(`${part.file} is not in the manifest`);
        return new ChannelsSeparator(manifest, { ...graph, part: channels }, wanted);
      }
      case 'hybrid':
        return new HybridSeparator(manifest, graph, wanted);
      case 'waveform':
        return new WaveformSeparator(manifest, graph, wanted);
      case 'complex_split':
        return new SplitSeparator(manifest, graph, wanted);
      case 'magnitude_mask':
        return new MaskSeparator(manifest, [graph], wanted);
    }
  }

  private async open(part: ManifestGraph): Promise<OpenedGraph> {
    const known = this.opened.get(part.file);
    if (known) return known;
    const file = path.join(this.dir, part.file);
    const hash = await hashFile(file);
    if (hash !== part.sha256)
      throw new Error(
        `${part.file} of the model ${this.manifest.id} is damaged: its SHA-256 is ${hash}, the manifest says ` +
          `${part.sha256}. Remove the model and add it again.`,
      );
    const session = await openGraph(file, this.settings, this.log);
    const graph = { part, session, run: timedRun(session, this.clock) };
    this.opened.set(part.file, graph);
    return graph;
  }
}
