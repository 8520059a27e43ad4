// Runs a command to its end and keeps its last words for the error sentence.
import { spawn } from 'node:child_process';

export type CommandResult = { code: number | null; output: string };

export type CommandOptions = {
  cwd: string;
  timeoutMs: number;
  env?: Readonly<Record<string, string | undefined>>;
};

const keptCharacters = 400_000;

const killGroup = (pid: number | undefined): void => {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Already gone.
  }
};

/** The command gets a process group of its own, so that a time-out also ends what it started. */
export const runCommand = (
  [program, ...args]: readonly [string, ...string[]],
  { cwd, timeoutMs, env = process.env }: CommandOptions,
): Promise<CommandResult> =>
  new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env: env as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    const keep = (data: Buffer): void => {
      output = (output + data.toString()).slice(-keptCharacters);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const timer = setTimeout(() => {
      output += `\nended after ${Math.round(timeoutMs / 1000)} s: it took too long\n`;
      killGroup(child.pid);
    }, timeoutMs);
    const abort = (): void => killGroup(child.pid);
    process.once('exit', abort);
    const finish = (code: number | null): void => {
      clearTimeout(timer);
      process.off('exit', abort);
      resolve({ code, output });
    };
    child.once('error', (error) => {
      output += error.message;
      finish(null);
    });
    child.once('close', finish);
  });
