// A private folder for one test, gone afterwards.
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

export const withTemporaryFolder = async <Result>(
  work: (dir: string) => Promise<Result>,
): Promise<Result> => {
  const dir = await realpath(await mkdtemp(path.join(os.tmpdir(), 'partbook-test-')));
  try {
    return await work(dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
};
