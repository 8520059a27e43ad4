// Progress and time left of one song: never backwards, at most five reports a second, honest when the length is unknown.

export interface SongProgress {
  progress: number;
  etaSeconds: number | null;
}

const reportEveryMs = 200;
/** Below this share the speed is not known well enough for an ETA. */
const leastShare = 0.03;

export class ProgressMeter {
  private readonly report: (progress: SongProgress) => void;
  private totalSeconds: number | null = null;
  private startedMs = 0;
  private reportedMs = 0;
  private reached = 0;

  constructor(report: (progress: SongProgress) => void) {
    this.report = report;
    report({ progress: 0, etaSeconds: null });
  }

  /** A new attempt: the clock starts again, the progress shown does not go back. */
  start(totalSeconds: number | null): void {
    this.totalSeconds = totalSeconds;
    this.startedMs = performance.now();
  }

  advance(doneSeconds: number): void {
    const now = performance.now();
    if (!this.totalSeconds || now - this.reportedMs < reportEveryMs) return;
    const share = Math.min(1, doneSeconds / this.totalSeconds);
    const elapsed = (now - this.startedMs) / 1000;
    const etaSeconds = share < leastShare ? null : Math.ceil((elapsed * (1 - share)) / share);
    this.reachedAtLeast(Math.floor(share * 99), etaSeconds);
    this.reportedMs = now;
  }

  finish(): void {
    this.reachedAtLeast(100, 0);
  }

  private reachedAtLeast(progress: number, etaSeconds: number | null): void {
    this.reached = Math.max(this.reached, progress);
    this.report({ progress: this.reached, etaSeconds });
  }
}
