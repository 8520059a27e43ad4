// A program that is started again at once whenever it dies: what the chaos kills must come back.
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectRoot } from '../../server/supervisor/project-paths.ts';

export type ProcessPlan = {
  name: string;
  script: string;
  args?: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
};

const restartMs = 200;
const listenWithinMs = 120_000;
const keptLines = 400;

export class KeptProcess {
  readonly plan: ProcessPlan;
  readonly lines: string[] = [];
  starts = 0;
  #child: ChildProcess | null = null;
  #isUp = false;
  #stopping = false;
  readonly #kept: Promise<void>;

  constructor(plan: ProcessPlan) {
    this.plan = plan;
    this.#kept = this.#keep();
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  async ready(): Promise<void> {
    for (const end = Date.now() + listenWithinMs; Date.now() < end; await sleep(50)) if (this.#isUp) return;
    throw new Error(`${this.plan.name} does not listen:\n${this.lines.slice(-30).join('\n')}`);
  }

  kill(): void {
    this.#isUp = false;
    this.#child?.kill('SIGKILL');
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#child?.kill('SIGTERM');
    const timer = setTimeout(() => this.#child?.kill('SIGKILL'), 10_000);
    await this.#kept;
    clearTimeout(timer);
  }

  async #keep(): Promise<void> {
    while (!this.#stopping) {
      await this.#life();
      this.#isUp = false;
      if (!this.#stopping) await sleep(restartMs);
    }
  }

  #life(): Promise<void> {
    this.starts += 1;
    const { script, args = [], env } = this.plan;
    const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), script, ...args], {
      cwd: projectRoot,
      env: env as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      if (stream) createInterface({ input: stream }).on('line', (line) => this.#hear(line));
    return new Promise((resolve) => {
      child.once('error', () => resolve());
      child.once('exit', () => resolve());
    });
  }

  #hear(line: string): void {
    if (line.startsWith('{"event":"listening"')) this.#isUp = true;
    this.lines.push(line);
    if (this.lines.length > keptLines) this.lines.splice(0, keptLines / 2);
  }
}
