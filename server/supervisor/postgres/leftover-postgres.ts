// Stops a Postgres that a killed start left running on the same data folder.
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { commandLineOf, identityOf, stopProcess } from '../process-identity.ts';

/** Lines of postmaster.pid: [0] the process, [7] its state. */
export const readPostmasterFile = (folder: string): { pid: number; isReady: boolean } | null => {
  try {
    const lines = readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return Number.isInteger(pid) && pid > 0 ? { pid, isReady: lines[7]?.trim() === 'ready' } : null;
  } catch {
    return null;
  }
};

/** SIGINT disconnects clients and writes a checkpoint, SIGQUIT leaves recovery to the next start. */
export const stopPostgresProcess = async (pid: number): Promise<void> => {
  const target = identityOf(pid);
  if (target === null) return;
  await stopProcess(target, [
    ['SIGINT', 3_000],
    ['SIGQUIT', 2_000],
    ['SIGKILL', 2_000],
  ]);
};

export const stopLeftoverPostgres = async (folder: string): Promise<void> => {
  const left = readPostmasterFile(folder);
  // A dead process's file stays: Postgres reads from it whether any of its backends still runs.
  if (left === null || identityOf(left.pid) === null) return;
  if (commandLineOf(left.pid).includes(folder)) return stopPostgresProcess(left.pid);
  // The number went to another program after a crash or reboot; Postgres would refuse to start because of it.
  rmSync(path.join(folder, 'postmaster.pid'), { force: true });
};
