// A graph file opened once and kept by the child, with its clock and the stems wanted from it.
import type { GraphSession } from '../models/graph-session.ts';
import { keptStems } from '../models/kept-stems.ts';
import type { ManifestGraph } from '../models/manifest.ts';
import type { ModelClock, TimedRun } from './chunk-separator.ts';

export interface OpenedGraph<Part extends ManifestGraph = ManifestGraph> {
  part: Part;
  session: GraphSession;
  run: TimedRun;
}

export const timedRun =
  (session: GraphSession, clock: ModelClock): TimedRun =>
  async (feeds) => {
    const cpu = process.cpuUsage();
    const start = performance.now();
    try {
      return await session.run(feeds);
    } finally {
      const used = process.cpuUsage(cpu);
      clock.wallMs += performance.now() - start;
      clock.cpuMs += (used.user + used.system) / 1000;
    }
  };

/** Stems that are both kept from this graph and wanted, with their index on the graph's stem axis. */
export const wantedStems = (
  part: ManifestGraph,
  wanted: readonly string[],
): { stem: string; index: number }[] =>
  keptStems(part)
    .filter((stem) => wanted.includes(stem))
    .map((stem) => ({ stem, index: part.stems.indexOf(stem) }));
