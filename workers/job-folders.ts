// One private folder per job below one folder per process; what a killed process left is swept at the next start.
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';

export type JobFolders = {
  /** Does `work` with a fresh private folder, which is gone afterwards whatever happens. */
  withFolder<Result>(work: (dir: string) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
};

const prefix = 'worker-';
const touchEveryMs = 60_000;
/** A living process touches its folder every minute, so an older one belongs to nobody. */
const abandonedAfterMs = 10 * 60_000;

const isAlive = (pid: number): boolean => {
  if (pid === process.pid) return false; // A container gives each life the same number.
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const isAbandoned = async (dir: string, name: string): Promise<boolean> => {
  if (!isAlive(Number(name.split('-')[1]))) return true;
  const found = await stat(dir).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > abandonedAfterMs;
};

const sweep = async (tmpDir: string): Promise<void> => {
  for (const name of await readdir(tmpDir)) {
    const dir = path.join(tmpDir, name);
    if (name.startsWith(prefix) && (await isAbandoned(dir, name)))
      await rm(dir, { recursive: true, force: true });
  }
};

export const openJobFolders = async (tmpDir: string): Promise<JobFolders> => {
  await mkdir(tmpDir, { recursive: true, mode: 0o700 });
  await sweep(tmpDir);
  const own = path.join(tmpDir, `${prefix}${process.pid}-${randomBytes(4).toString('hex')}`);
  await mkdir(own, { mode: 0o700 });
  const touch = setInterval(
    () => void utimes(own, new Date(), new Date()).catch(() => undefined),
    touchEveryMs,
  );
  touch.unref();
  return {
    withFolder: async (work) => {
      const dir = await mkdtemp(path.join(own, 'job-'));
      try {
        return await work(dir);
      } finally {
        await rm(dir, { recursive: true, force: true, maxRetries: 3 });
      }
    },
    close: async () => {
      clearInterval(touch);
      await rm(own, { recursive: true, force: true, maxRetries: 3 });
    },
  };
};
