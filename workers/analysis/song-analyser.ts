// Listens to the stems while they stream past and tells tempo, beats, bar and key at the end, each with a confidence.
// Keeps about 100 numbers per second of song, nothing else.
import type { SongAnalysis, StemName } from '../contract/job.ts';
import type { StereoBlock } from '../dsp/stereo-block.ts';
import { MonoMix } from '../dsp/mono-mix.ts';
import { BeatListener, type BeatTrace } from './beat-listener.ts';
import { findBar } from './find-bar.ts';
import { findKey } from './find-key.ts';
import { findTempo } from './find-tempo.ts';
import { HarmonyListener } from './harmony-listener.ts';
import { trackBeats } from './track-beats.ts';

/** Below these the answer is not given at all: it would be a guess. */
const leastTempoConfidence = 0.3;
const leastKeyConfidence = 0.3;

type Stems = ReadonlyMap<StemName, StereoBlock>;

const round = (value: number, digits: number): number => Number(value.toFixed(digits));

export class SongAnalyser {
  private readonly drums = new BeatListener();
  /** Songs without drums still have onsets in everything else. */
  private readonly backing = new BeatListener();
  private readonly harmony = new HarmonyListener();
  private readonly mixes = {
    bass: new MonoMix(),
    rest: new MonoMix(),
    drums: new MonoMix(),
    backing: new MonoMix(),
  };

  push(stems: Stems): void {
    const { mixes } = this;
    const length = stems.values().next().value?.left.length ?? 0;
    const mono = (mix: MonoMix, names: readonly StemName[]): Float32Array =>
      mix.ofStems(
        names.map((name) => stems.get(name)).filter((block) => block !== undefined),
        length,
      );
    const bass = mono(mixes.bass, ['bass']);
    const rest = mono(
      mixes.rest,
      stems.has('instrumental') ? ['instrumental'] : ['guitar', 'piano', 'other'],
    );
    this.drums.push(stems.has('drums') ? mono(mixes.drums, ['drums']) : rest);
    this.harmony.push(bass, rest);
    // What is neither voice nor drums; in a product of two stems nothing is known to be that.
    this.backing.push(stems.has('instrumental') ? bass : mixes.backing.ofBoth(bass, rest));
  }

  finish(): SongAnalysis {
    const harmony = this.harmony.finish();
    const key = findKey(harmony);
    const drums = this.drums.finish();
    const rhythm = this.rhythm(drums, this.backing.finish());
    const { tempo, beats, trace } = rhythm;
    const confident = tempo.confidence >= leastTempoConfidence;
    const bar = confident ? findBar(beats, trace, harmony) : null;
    return {
      tempo_bpm: confident ? round(tempo.bpm, 2) : null,
      tempo_confidence: round(tempo.confidence, 3),
      beats: confident ? beats.map((seconds) => round(seconds, 3)) : [],
      first_downbeat: bar?.firstDownbeat ?? null,
      beats_per_bar: bar?.beatsPerBar ?? null,
      key: key.confidence >= leastKeyConfidence ? key.name : null,
      key_confidence: round(key.confidence, 3),
    };
  }

  /** From the drums, or from the other instruments where these keep time more clearly. */
  private rhythm(drums: BeatTrace, backing: BeatTrace) {
    const candidates = [drums, backing].map((trace) => {
      const found = findTempo(trace);
      const beats = trackBeats(trace, found);
      return { trace, ...beats };
    });
    const [first, second] = candidates;
    if (!first || !second) throw new Error('two listeners were expected');
    // Drums win unless clearly worse.
    return second.tempo.confidence > first.tempo.confidence + 0.2 ? second : first;
  }
}
