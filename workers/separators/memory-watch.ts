// Ends a process whose resident memory passes a cap. Reads /proc, so it watches on Linux only.
import { readFile } from 'node:fs/promises';

const everyMs = 250;

/** Resident bytes of a process, or null where that cannot be read. */
const residentBytes = async (pid: number): Promise<number | null> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const match = /^VmRSS:\s+(\d+) kB/m.exec(status);
  return match ? Number(match[1]) * 1024 : null;
};

/** Calls `exceeded` once with the resident bytes; returns the function that ends the watch. */
export const watchMemory = (
  pid: number,
  limitBytes: number,
  exceeded: (bytes: number) => void,
): (() => void) => {
  const timer = setInterval(() => {
    void residentBytes(pid).then((bytes) => {
      if (bytes === null || bytes <= limitBytes) return;
      clearInterval(timer);
      exceeded(bytes);
    });
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
};
