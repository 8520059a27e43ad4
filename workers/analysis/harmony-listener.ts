// Collects which pitches sound in the bass and in the rest of the song, for the key and for changes of harmony.
import { framesPerSecond, PitchProfile, profileStartSeconds } from '../dsp/pitch-profile.ts';

export interface Harmony {
  /** Strength of 120 steps of 10 cents from C. */
  bass: Float64Array;
  rest: Float64Array;
  /** 12 pitch classes per frame. */
  frames: number[];
  framesPerSecond: number;
  startSeconds: number;
}

export class HarmonyListener {
  private readonly profile = new PitchProfile();

  /** Mono, both equally long. */
  push(bass: Float32Array, rest: Float32Array): void {
    this.profile.push(bass, rest);
  }

  finish(): Harmony {
    const { bass, rest, frames } = this.profile;
    return { bass, rest, frames, framesPerSecond, startSeconds: profileStartSeconds };
  }
}
