// One job as the worker knows it: its state moves forward only, and every report of it carries a higher number.
import type { JobReport, JobRequest, JobResult, JobState } from './contract/job.ts';
import { failureOf, type JobFailure, type WorkerStopping } from './job-failure.ts';

export class JobCancelled extends Error {
  constructor() {
    super('The job was cancelled.');
    this.name = 'JobCancelled';
  }
}

/** A higher generation has taken the job's place: nobody waits for this one. */
export class JobSuperseded extends Error {
  constructor() {
    super('A later generation replaced the job.');
    this.name = 'JobSuperseded';
  }
}

/**
 * Reports are numbered from the second of the job's arrival, so that the reports of a restarted worker are higher than
 * those of its last life: a job reports less often than once a second.
 */
const firstSequence = (): number => Math.floor((Date.now() - Date.UTC(2026, 0, 1)) / 1000);

export class Job {
  readonly id: string;
  readonly request: JobRequest;
  settledAtMs: number | null = null;
  private readonly controller = new AbortController();
  private readonly listeners = new Set<() => void>();
  private sequence = firstSequence();
  private state: JobState = 'queued';
  private progress = 0;
  private etaSeconds: number | null = null;
  private result: JobResult | null = null;
  private failure: JobFailure | null = null;

  constructor(id: string, request: JobRequest) {
    this.id = id;
    this.request = request;
  }

  get generation(): number {
    return this.request.generation;
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  get isSettled(): boolean {
    return this.settledAtMs !== null;
  }

  get currentState(): JobState {
    return this.state;
  }

  get failureReason(): string | null {
    return this.failure?.reason ?? null;
  }

  report(): JobReport {
    this.sequence += 1;
    return {
      job_id: this.id,
      generation: this.generation,
      sequence: this.sequence,
      state: this.state,
      progress: this.progress,
      eta_seconds: this.etaSeconds,
      result: this.result,
      failure: this.failure,
    };
  }

  onChange(listener: () => void): void {
    this.listeners.add(listener);
  }

  begin(): void {
    if (this.isSettled) return;
    this.state = 'processing';
    this.tell();
  }

  /** Whole percent; never backwards, and 100 only when everything is delivered. */
  advance(progress: number, etaSeconds: number | null): void {
    if (this.isSettled) return;
    const whole = Math.min(99, Math.max(this.progress, Math.floor(progress)));
    const changed = whole !== this.progress;
    this.progress = whole;
    this.etaSeconds = etaSeconds === null ? null : Math.max(0, Math.round(etaSeconds));
    if (changed) this.tell();
  }

  /** Asks the work to stop; the first reason counts. */
  stop(reason: JobCancelled | JobSuperseded | WorkerStopping): void {
    if (!this.isSettled) this.controller.abort(reason);
  }

  finish(result: JobResult): void {
    this.settle('done', () => {
      this.result = result;
      this.progress = 100;
    });
  }

  fail(error: unknown): void {
    const reason: unknown = this.signal.aborted ? this.signal.reason : error;
    if (reason instanceof JobCancelled || reason instanceof JobSuperseded) {
      this.settle('cancelled', () => undefined);
      return;
    }
    this.settle('failed', () => {
      this.failure = failureOf(reason);
    });
  }

  private settle(state: JobState, change: () => void): void {
    if (this.isSettled) return;
    change();
    this.state = state;
    this.etaSeconds = null;
    this.settledAtMs = Date.now();
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
