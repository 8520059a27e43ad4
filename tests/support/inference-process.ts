// Finds the inference processes below this test (Linux), to kill them and to see that they are gone.
import { readdirSync, readFileSync } from 'node:fs';

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

const isRunning = (stat: string): boolean => !/\) [ZX] /.test(stat);

export const inferenceProcesses = (parent: number = process.pid): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid))
    .filter((pid) => {
      const stat = read(`/proc/${pid}/stat`);
      const own = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
      return own && isRunning(stat) && read(`/proc/${pid}/cmdline`).includes('workers/child.ts');
    });

/** Waits until `condition` holds; fails after a time that only a broken machine needs. */
export const until = async (what: string, condition: () => boolean): Promise<void> => {
  for (let waited = 0; !condition(); waited += 50) {
    if (waited > 120_000) throw new Error(`${what} did not happen within two minutes`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
