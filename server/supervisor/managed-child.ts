// Keeps one program of the tree running: starts it, hears when it listens, starts it again when it dies, stops it.
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { identityOf, type ProcessIdentity } from './process-identity.ts';
import { projectRoot } from './project-paths.ts';

/** A line of JSON that a program prints for the supervisor, for example {"event":"listening","port":3000}. */
export type ChildEvent = { event: string; port?: number; url?: string };

export type ChildPlan = {
  name: string;
  /** What Node runs. */
  file: string;
  /** Node's own options. */
  flags?: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  /** Given at the first start only. */
  firstEnv?: Readonly<Record<string, string>>;
};

export type ChildHooks = {
  say: (line: string) => void;
  /** Called with the process at each start, and with null when it is gone. */
  record: (name: string, identity: ProcessIdentity | null) => void;
  onEvent?: (event: ChildEvent) => void;
};

export type ManagedChild = {
  /** Resolves when it listens for the first time; rejects when it cannot be brought to that. */
  ready: Promise<void>;
  stop: (graceMs: number) => Promise<void>;
};

const startTries = 3;
const listenWithinMs = 120_000;
/** Who ran this long was healthy: its next failure is a first one again. */
const steadyMs = 60_000;
const firstDelayMs = 250;
const longestDelayMs = 30_000;
const keptLines = 40;

const readEvent = (line: string): ChildEvent | null => {
  if (!line.startsWith('{"event":')) return null;
  try {
    return JSON.parse(line) as ChildEvent;
  } catch {
    return null;
  }
};

const killGroup = (pid: number | undefined): void => {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nobody of the group is left.
  }
};

type Child = ChildProcessByStdio<null, Readable, Readable>;

// Its own process group: Ctrl-C reaches it through the supervisor, and what it started can be ended with it.
// The channel closes when the supervisor dies, however it dies; each program then ends by itself.
const spawnChild = ({ file, flags = [], env }: ChildPlan): Child =>
  spawn(process.execPath, ['--enable-source-maps', ...flags, file], {
    cwd: projectRoot,
    env: env as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  }) as unknown as Child;

class ChildKeeper {
  readonly plan: ChildPlan;
  readonly hooks: ChildHooks;
  readonly ready: Promise<void>;
  readonly ended: Promise<void>;
  current: Child | null = null;
  stopping = new AbortController();
  lastLines: string[] = [];
  becameReady: () => void = () => {};
  wasEverReady = false;

  constructor(plan: ChildPlan, hooks: ChildHooks) {
    this.plan = plan;
    this.hooks = hooks;
    const listening = new Promise<void>((resolve) => {
      this.becameReady = resolve;
    });
    const running = this.keepRunning();
    this.ready = Promise.race([listening, running]);
    // Who does not wait for `ready` must not crash on its rejection.
    this.ended = running.catch(() => {});
    this.ready.catch(() => {});
  }

  hear(line: string): void {
    const event = readEvent(line);
    if (event === null) {
      this.lastLines = [...this.lastLines, line].slice(-keptLines);
      this.hooks.say(`[${this.plan.name}] ${line}`);
      return;
    }
    if (event.event === 'listening') {
      this.wasEverReady = true;
      this.becameReady();
    }
    this.hooks.onEvent?.(event);
  }

  /** One life of the program; answers why it ended. */
  async runOnce(isFirst: boolean): Promise<string> {
    const { name, env, firstEnv } = this.plan;
    const child = spawnChild({ ...this.plan, env: { ...env, ...(isFirst ? firstEnv : {}) } });
    this.current = child;
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => this.hear(line));
    const identity = child.pid === undefined ? null : identityOf(child.pid);
    this.hooks.record(name, identity);
    const patience = setTimeout(() => {
      if (!this.wasEverReady) killGroup(child.pid);
    }, listenWithinMs);
    const why = await new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    });
    clearTimeout(patience);
    killGroup(child.pid);
    this.current = null;
    this.hooks.record(name, null);
    return why;
  }

  async keepRunning(): Promise<void> {
    const { name } = this.plan;
    const { signal } = this.stopping;
    let failures = 0;
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      const startedMs = Date.now();
      const why = await this.runOnce(isFirst);
      if (signal.aborted) return;
      failures = Date.now() - startedMs > steadyMs ? 1 : failures + 1;
      if (!this.wasEverReady && failures >= startTries)
        throw new Error(`The ${name} does not start (${why}). Its last words:\n${this.lastLines.join('\n')}`);
      const delayMs = Math.min(firstDelayMs * 2 ** (failures - 1), longestDelayMs);
      this.hooks.say(`The ${name} ended (${why}); it starts again in ${delayMs / 1000} s.`);
      await sleep(delayMs, undefined, { signal }).catch(() => {});
    }
  }

  async stop(graceMs: number): Promise<void> {
    this.stopping.abort();
    const { current } = this;
    current?.kill('SIGTERM');
    const timer = setTimeout(() => killGroup(current?.pid), graceMs);
    await this.ended;
    clearTimeout(timer);
  }
}

export const superviseChild = (plan: ChildPlan, hooks: ChildHooks): ManagedChild => {
  const keeper = new ChildKeeper(plan, hooks);
  return { ready: keeper.ready, stop: (graceMs) => keeper.stop(graceMs) };
};
