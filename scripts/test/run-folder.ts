// The temporary folder of one test run, and the sweeping of folders that killed runs left behind.
import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { identityOf, isRunning, type ProcessIdentity } from '../../server/supervisor/process-identity.ts';
import { stopLeftoverPostgres } from '../../server/supervisor/postgres/leftover-postgres.ts';

const prefix = 'partbook-run-';

const ownerOf = (folder: string): ProcessIdentity | null => {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'owner.json'), 'utf8')) as ProcessIdentity;
  } catch {
    return null;
  }
};

/** Also ends the database servers that stand in such a folder: nothing else of a run outlives it by itself. */
const sweepDeadRuns = async (): Promise<void> => {
  const home = realpathSync(os.tmpdir());
  for (const name of readdirSync(home).filter((entry) => entry.startsWith(prefix))) {
    const folder = path.join(home, name);
    const owner = ownerOf(folder);
    if (owner === null || isRunning(owner)) continue;
    for (const inner of readdirSync(folder).filter((entry) => entry.startsWith('partbook-test-postgres-')))
      await stopLeftoverPostgres(path.join(folder, inner, 'data'));
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
};

export const makeRunFolder = async (): Promise<string> => {
  await sweepDeadRuns();
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), prefix)));
  // As root, the test database runs as another user, who must be able to enter.
  chmodSync(folder, 0o711);
  writeFileSync(path.join(folder, 'owner.json'), JSON.stringify(identityOf(process.pid)));
  return folder;
};
