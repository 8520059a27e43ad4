// Turns a stem into the trace that tempo, beats and bars are found in: onset strength 100 times a second.
import { BandFlux, fluxHop, fluxRate } from '../dsp/band-flux.ts';

export interface BeatTrace {
  /** Onset strength per frame, all bands and the kick drum's. */
  flux: Float32Array;
  lowFlux: Float32Array;
  framesPerSecond: number;
  /** Song time of frame 0. */
  startSeconds: number;
}

/** Flux answers for the rise between the centres of two frames 10 ms apart, a little before the later one. */
const startSeconds = (512 - fluxHop / 2) / 44_100;

export class BeatListener {
  private readonly bands = new BandFlux();

  push(mono: Float32Array): void {
    this.bands.push(mono);
  }

  finish(): BeatTrace {
    return {
      flux: Float32Array.from(this.bands.flux),
      lowFlux: Float32Array.from(this.bands.lowFlux),
      framesPerSecond: fluxRate,
      startSeconds,
    };
  }
}
