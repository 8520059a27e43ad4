// Tells whether a process recorded earlier still runs: its number alone says nothing, numbers are used again.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export type ProcessIdentity = { pid: number; startedAt: string };

const ask = (pid: number, column: string): string =>
  spawnSync('ps', ['-o', `${column}=`, '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  }).stdout?.trim() ?? '';

/** After the command's closing bracket: state is the 1st word, the start time in clock ticks the 20th (proc(5)). */
const readLinuxStat = (pid: number): { state: string; startedAt: string } | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const words = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: words[0] ?? '', startedAt: words[19] ?? '' };
  } catch {
    return null;
  }
};

/** null: no such process, or only its remains that nobody collected. */
const startTimeOf = (pid: number): string | null => {
  if (process.platform === 'linux') {
    const stat = readLinuxStat(pid);
    return stat === null || stat.state === 'Z' || stat.state === 'X' ? null : stat.startedAt;
  }
  const state = ask(pid, 'state');
  return state === '' || state.startsWith('Z') ? null : ask(pid, 'lstart') || null;
};

export const commandLineOf = (pid: number): string => {
  if (process.platform !== 'linux') return ask(pid, 'command');
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
};

export const identityOf = (pid: number): ProcessIdentity | null => {
  const startedAt = startTimeOf(pid);
  return startedAt === null ? null : { pid, startedAt };
};

export const isRunning = ({ pid, startedAt }: ProcessIdentity): boolean => startTimeOf(pid) === startedAt;

/** Signals a recorded process; one that ended in between is left alone. */
export const signalProcess = (target: ProcessIdentity, signal: NodeJS.Signals): void => {
  if (!isRunning(target)) return;
  try {
    process.kill(target.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

const waitForEnd = async (target: ProcessIdentity, withinMs: number): Promise<boolean> => {
  for (const end = Date.now() + withinMs; Date.now() < end; await sleep(20))
    if (!isRunning(target)) return true;
  return !isRunning(target);
};

/** Sends one signal after the other, each with its patience, until the process is gone. */
export const stopProcess = async (
  target: ProcessIdentity,
  steps: ReadonlyArray<readonly [NodeJS.Signals, number]>,
): Promise<void> => {
  for (const [signal, withinMs] of steps) {
    signalProcess(target, signal);
    if (await waitForEnd(target, withinMs)) return;
  }
  throw new Error(`Process ${target.pid} cannot be stopped; end it by hand and start again.`);
};
