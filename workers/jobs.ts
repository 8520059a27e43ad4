// The jobs this worker knows: takes them, runs them in the line's order, stops them, and forgets them after a while.
import type { JobRequest } from './contract/job.ts';
import { reportJob, type ReporterOptions } from './callback-reporter.ts';
import { Job, JobCancelled, JobSuperseded } from './job.ts';
import type { JobFolders } from './job-folders.ts';
import { WorkerStopping } from './job-failure.ts';
import { errorText, type Log } from './log.ts';
import { runJob, type JobTools } from './run-job.ts';
import { Slots, type SlotTask } from './slots.ts';

export type JobsOptions = {
  capacity: number;
  maxWaiting: number;
  folders: JobFolders;
  tools: Omit<JobTools, 'log'>;
  reporter: Omit<ReporterOptions, 'log'>;
  log: Log;
};

export type Taken = { answer: 'new' | 'known'; job: Job } | { answer: 'stale' | 'full' | 'draining' };

const settledKeptMs = 3600_000;
const mostKept = 500;
/** After the grace period: time to kill what runs and to tell the app. */
const partingMs = 3000;

type Entry = { job: Job; task: SlotTask };

export class Jobs {
  readonly slots: Slots;
  private readonly options: JobsOptions;
  private readonly entries = new Map<string, Entry>();
  private readonly running = new Set<Promise<void>>();
  private readonly reporting = new Set<Promise<void>>();
  private readonly silence = new AbortController();
  private draining = false;

  constructor(options: JobsOptions) {
    this.options = options;
    this.slots = new Slots(options.capacity, options.maxWaiting);
  }

  get isDraining(): boolean {
    return this.draining;
  }

  /** Taking the same id and generation again changes nothing; a higher generation ends the lower one. */
  take(id: string, request: JobRequest): Taken {
    const known = this.entries.get(id);
    if (known && known.job.generation === request.generation) return { answer: 'known', job: known.job };
    if (known && known.job.generation > request.generation) return { answer: 'stale' };
    if (known) this.end(known, new JobSuperseded());
    if (this.draining) return { answer: 'draining' };
    this.forgetOld();
    const job = new Job(id, request);
    const task: SlotTask = { run: () => this.track(this.running, this.work(job)) };
    if (!this.slots.add(task)) return { answer: 'full' };
    this.entries.set(id, { job, task });
    this.logOf(job).info('job_taken', { model: request.model });
    void this.track(this.reporting, this.tell(job));
    return { answer: 'new', job };
  }

  find(id: string): Job | null {
    return this.entries.get(id)?.job ?? null;
  }

  /** Null when the job is unknown; stopping a settled job changes nothing. */
  cancel(id: string): Job | null {
    const entry = this.entries.get(id);
    if (!entry) return null;
    this.end(entry, new JobCancelled());
    return entry.job;
  }

  /** Lets running songs end within the grace period, gives everything else back, and waits until the app knows. */
  async drain(graceMs: number): Promise<void> {
    this.draining = true;
    for (const entry of this.entries.values()) {
      if (entry.job.currentState === 'queued') this.end(entry, new WorkerStopping());
    }
    await within(graceMs, Promise.all(this.running));
    for (const entry of this.entries.values()) this.end(entry, new WorkerStopping());
    await within(partingMs, Promise.all(this.running));
    await within(partingMs, Promise.all(this.reporting));
    this.silence.abort();
  }

  private end(entry: Entry, reason: JobCancelled | JobSuperseded | WorkerStopping): void {
    entry.job.stop(reason);
    // One that waits has no work to wind up; one that runs settles when its processes are gone.
    if (this.slots.leave(entry.task)) this.settle(entry.job, reason);
  }

  private async work(job: Job): Promise<void> {
    const log = this.logOf(job);
    const startedMs = Date.now();
    job.begin();
    try {
      const { folders, tools } = this.options;
      job.finish(await folders.withFolder((dir) => runJob(job, dir, { ...tools, log })));
      log.info('job_done', { seconds: (Date.now() - startedMs) / 1000 });
    } catch (error) {
      this.settle(job, error);
    }
  }

  private settle(job: Job, error: unknown): void {
    job.fail(error);
    const state = job.currentState;
    this.logOf(job).info('job_ended', { state, reason: job.failureReason, error: errorText(error) });
  }

  private tell(job: Job): Promise<void> {
    return reportJob(job, { ...this.options.reporter, log: this.logOf(job) }, this.silence.signal);
  }

  private track(group: Set<Promise<void>>, work: Promise<void>): Promise<void> {
    group.add(work);
    return work.finally(() => group.delete(work));
  }

  private logOf(job: Job): Log {
    return this.options.log.with({ job_id: job.id, generation: job.generation });
  }

  private forgetOld(): void {
    const settled = [...this.entries].filter(([, { job }]) => job.isSettled);
    const surplus = this.entries.size - mostKept;
    settled.forEach(([id, { job }], index) => {
      if (index < surplus || Date.now() - (job.settledAtMs ?? 0) > settledKeptMs) this.entries.delete(id);
    });
  }
}

const within = async (ms: number, work: Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([
    work,
    new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    }),
  ]);
  clearTimeout(timer);
};
