// Sees and kills a process with everything below it, also what stands in other process groups.
import { execFileSync } from 'node:child_process';

type Row = { pid: number; parent: number };

const listProcesses = (): Row[] =>
  execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => {
      const [pid, parent] = line.trim().split(/\s+/).map(Number);
      return { pid: pid ?? 0, parent: parent ?? 0 };
    });

/** The process itself comes first. */
export const treeOf = (root: number): number[] => {
  const rows = listProcesses();
  const found = rows.some(({ pid }) => pid === root) ? [root] : [];
  for (const pid of found) found.push(...rows.filter(({ parent }) => parent === pid).map((row) => row.pid));
  return found;
};

export const killAll = (pids: readonly number[]): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Gone already.
    }
  }
};

export const stillRunning = (pids: readonly number[]): number[] => {
  const alive = execFileSync('ps', ['-eo', 'pid=,stat='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, state]) => !state?.startsWith('Z'))
    .map(([pid]) => Number(pid));
  return pids.filter((pid) => alive.includes(pid));
};
