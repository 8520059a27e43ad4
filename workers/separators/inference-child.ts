// The parent's side of one inference process: sends a song, hands the stems on, kills it, and tells why it died.
import { fork, type ChildProcess } from 'node:child_process';
import { Duplex } from 'node:stream';
import type { StereoBlock } from '../dsp/stereo-block.ts';
import { childMessage, type ChildDone, type SeparateRequest } from './child-messages.ts';
import { watchMemory } from './memory-watch.ts';
import { FrameReader, PipeClosed, writeEnd, writeFrame } from './pcm-wire.ts';
import { childFile, childFlags, soundDescriptor } from './program-files.ts';
import { InferenceCrashed, SeparationFailed } from './separation-failed.ts';

/** Longest silence of a child that works; the slowest model known needs about a minute a chunk on one old core. */
const stallMs = 300_000;
const keptErrorCharacters = 2000;

const living = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of living) child.kill('SIGKILL');
});

export interface SongJob {
  request: SeparateRequest;
  input: AsyncIterable<StereoBlock>;
  /** Takes the product's stems block by block; the child waits while it is busy. */
  consume: (blocks: StereoBlock[]) => Promise<void>;
  log: (line: string) => void;
  signal: AbortSignal;
}

const withinStallTime = async <T>(work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const stall = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new InferenceCrashed('the inference process stood still')), stallMs);
  });
  try {
    return await Promise.race([work, stall]);
  } finally {
    clearTimeout(timer);
  }
};

export class InferenceChild {
  private readonly child: ChildProcess;
  private readonly pipe: Duplex;
  private readonly reader: FrameReader;
  private readonly gone: Promise<void>;
  private errorText = '';
  private death: Error | null = null;
  private ending = false;
  private job: SongJob | null = null;
  private settleDone: ((done: ChildDone) => void) | null = null;

  constructor(memoryBytes: number) {
    const stdio = ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'] as const;
    this.child = fork(childFile, [], {
      stdio: [...stdio],
      serialization: 'json',
      execArgv: childFlags,
    });
    const pipe = this.child.stdio[soundDescriptor];
    if (!(pipe instanceof Duplex)) throw new Error('the inference process has no sound pipe');
    this.pipe = pipe;
    this.reader = new FrameReader(pipe);
    living.add(this.child);
    const stopWatch = watchMemory(this.child.pid ?? 0, memoryBytes, (bytes) => {
      const [used, cap] = [bytes, memoryBytes].map((value) => Math.round(value / 1024 / 1024));
      this.die(
        new SeparationFailed(
          `The model needs ${used} MB of memory; ${cap} MB are allowed (SEPARATION_MEMORY_MB).`,
        ),
      );
    });
    pipe.on('error', () => pipe.destroy());
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.errorText = (this.errorText + text).slice(-keptErrorCharacters);
    });
    this.child.on('message', (message) => this.hear(message));
    this.gone = new Promise((resolve) => {
      const end = (why: string): void => {
        living.delete(this.child);
        stopWatch();
        this.death ??= new InferenceCrashed(
          `the inference process ended (${why}) ${this.errorText.trim()}`.trim(),
        );
        pipe.destroy();
        resolve();
      };
      this.child.on('exit', (code, signal) => end(signal ?? `exit code ${code}`));
      this.child.on('error', (error) => end(error.message));
    });
  }

  get alive(): boolean {
    return this.death === null && !this.ending;
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Ends the process; when it is dead already, its own way of dying stays the reason. */
  kill(): void {
    this.ending = true;
    this.child.kill('SIGKILL');
  }

  /** Lets the parent end although this child lives on idle, or not. */
  keepParent(keep: boolean): void {
    const handles = [this.child, this.child.channel, this.pipe, this.child.stderr];
    for (const handle of handles) {
      if (!handle) continue;
      const refable = handle as unknown as { ref?: () => void; unref?: () => void };
      if (keep) refable.ref?.();
      else refable.unref?.();
    }
  }

  /** Runs one song. On any failure the process is killed and gone before this rejects. */
  async separate(job: SongJob): Promise<ChildDone> {
    const abort = (): void => this.kill();
    job.signal.throwIfAborted();
    job.signal.addEventListener('abort', abort, { once: true });
    this.job = job;
    const done = new Promise<ChildDone>((resolve) => {
      this.settleDone = resolve;
    });
    try {
      this.child.send(job.request, () => undefined);
      await this.exchange(job);
      const result = await Promise.race([withinStallTime(done), this.gone]);
      if (!result) throw new PipeClosed();
      return result;
    } catch (error) {
      this.kill();
      await this.gone;
      job.signal.throwIfAborted();
      throw error instanceof PipeClosed && this.death ? this.death : error;
    } finally {
      job.signal.removeEventListener('abort', abort);
      this.job = null;
      this.settleDone = null;
    }
  }

  /** Sends and receives at once; when one side fails the child is killed, which ends the other. */
  private async exchange(job: SongJob): Promise<void> {
    const sides = [this.feed(job.input), this.drain(job.consume)].map((side) =>
      side.catch((error: unknown) => {
        this.kill();
        throw error;
      }),
    );
    const failures = (await Promise.allSettled(sides)).flatMap((side) =>
      side.status === 'rejected' ? [side.reason as unknown] : [],
    );
    // The first cause is the one that is not merely the pipe closing under the other side.
    const cause = failures.find((failure) => !(failure instanceof PipeClosed)) ?? failures[0];
    if (cause !== undefined) throw cause;
  }

  private async feed(input: AsyncIterable<StereoBlock>): Promise<void> {
    for await (const block of input) await writeFrame(this.pipe, [block]);
    writeEnd(this.pipe);
  }

  private async drain(consume: SongJob['consume']): Promise<void> {
    const fetch = (): Promise<StereoBlock[] | null> => {
      const next = withinStallTime(this.reader.next());
      // Whoever awaits it later sees the failure; until then it must not count as unhandled.
      next.catch(() => undefined);
      return next;
    };
    // One frame ahead, so that the child computes while the stems are being encoded.
    let upcoming = fetch();
    for (let blocks = await upcoming; blocks; blocks = await upcoming) {
      upcoming = fetch();
      await consume(blocks);
    }
  }

  private hear(message: unknown): void {
    const parsed = childMessage.safeParse(message);
    if (!parsed.success) return;
    if (parsed.data.type === 'log') this.job?.log(parsed.data.line);
    else if (parsed.data.type === 'done') this.settleDone?.(parsed.data);
    else this.die(new SeparationFailed(parsed.data.message));
  }

  private die(why: Error): void {
    this.death ??= why;
    this.child.kill('SIGKILL');
  }
}
