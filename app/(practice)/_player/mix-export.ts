// Writes what the room plays into a WAV file in the browser: chunk by chunk through the same strips in an offline context,
// then through the stretch worker where speed or key are changed. Memory does not grow with the song.
import { isNeutral, semitonesOf, type Tempo } from './bus-rack.ts';
import type { ChunkGroup } from './chunk-store.ts';
import { MixBus, type StripSetting } from './mix-bus.ts';
import { nextPiece, type Piece } from './piece-plan.ts';
import { RangeReader } from './range-reader.ts';
import type { Scope } from './scope.ts';
import { songRate, type FrameRange } from './song-frames.ts';
import { StemFile } from './stem-file.ts';
import { StretchWorker, type StereoBlock } from './stretch-worker.ts';
import { WavWriter } from './wav-writer.ts';

export interface ExportPlan {
  stems: readonly { url: string }[];
  strips: readonly StripSetting[];
  sampleCount: number;
  range: FrameRange;
  tempo: Tempo;
  stretchWorkerUrl: string;
  /** 0 to 1. */
  onProgress: (share: number) => void;
}

async function renderPiece(
  piece: Piece,
  group: ChunkGroup,
  { strips, tempo }: ExportPlan,
): Promise<StereoBlock> {
  const context = new OfflineAudioContext(2, piece.outputFrames, songRate);
  const bus = new MixBus(context, strips);
  bus.connect(context.destination);
  group.forEach(({ buffer, songFrame }, stem) => {
    const source = new AudioBufferSourceNode(context, { buffer, playbackRate: tempo.twentieths / 20 });
    source.connect(bus.input(stem));
    source.start(0, (piece.songStart - songFrame) / songRate);
  });
  const rendered = await context.startRendering();
  return { left: rendered.getChannelData(0).slice(), right: rendered.getChannelData(1).slice() };
}

/** Drops the stretch node's latency at the start. */
class LatencyTrim {
  #left: number;

  constructor(frames: number) {
    this.#left = frames;
  }

  trim({ left, right }: StereoBlock): StereoBlock {
    const drop = Math.min(this.#left, left.length);
    this.#left -= drop;
    return { left: left.subarray(drop), right: right.subarray(drop) };
  }
}

export async function exportMix(scope: Scope, plan: ExportPlan): Promise<Blob> {
  const { range, tempo } = plan;
  const reader = new RangeReader(scope, () => undefined);
  const files = plan.stems.map(({ url }) => new StemFile(url, reader, plan.sampleCount));
  const writer = new WavWriter(songRate);
  const worker = isNeutral(tempo) ? null : new StretchWorker(scope, plan.stretchWorkerUrl);
  const latency = worker ? await worker.begin(semitonesOf(tempo)) : 0;
  const trim = new LatencyTrim(latency);
  const write = async (block: StereoBlock) => {
    const { left, right } = trim.trim(worker ? await worker.stretch(block) : block);
    writer.write(left, right);
  };

  let place: number | null = range.start;
  while (place !== null) {
    if (scope.ended) throw new DOMException('The export was cancelled', 'AbortError');
    // The range's end is given as the song's end, so that the last piece stops there.
    const piece: Piece = nextPiece({
      songStart: place,
      loop: null,
      sampleCount: range.end,
      twentieths: tempo.twentieths,
    });
    const group = await Promise.all(files.map((file) => file.chunk(piece.chunk, scope.signal)));
    await write(await renderPiece(piece, group, plan));
    place = piece.next;
    plan.onProgress(((place ?? range.end) - range.start) / (range.end - range.start));
  }
  if (latency > 0) await write({ left: new Float32Array(latency), right: new Float32Array(latency) });
  return writer.finish();
}
