// Remembers in DATA_DIR which processes belong to an installation, so that a later start can end what a kill left over.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isRunning, stopProcess, type ProcessIdentity } from './process-identity.ts';

export type ProcessRecord = {
  set: (name: string, identity: ProcessIdentity | null) => void;
};

type Recorded = Record<string, ProcessIdentity>;

const fileIn = (runDir: string): string => path.join(runDir, 'processes.json');

const read = (runDir: string): Recorded => {
  try {
    return JSON.parse(readFileSync(fileIn(runDir), 'utf8')) as Recorded;
  } catch {
    return {}; // None yet.
  }
};

export const openProcessRecord = (runDir: string): ProcessRecord => {
  mkdirSync(runDir, { recursive: true, mode: 0o700 });
  const recorded: Recorded = {};
  return {
    set: (name, identity) => {
      if (identity === null) delete recorded[name];
      else recorded[name] = identity;
      writeFileSync(`${fileIn(runDir)}.new`, JSON.stringify(recorded), { mode: 0o600 });
      renameSync(`${fileIn(runDir)}.new`, fileIn(runDir));
    },
  };
};

/** Call it under the lock of DATA_DIR: then whoever is recorded and runs has lost its supervisor. */
export const stopRecordedProcesses = async (runDir: string, say: (line: string) => void): Promise<void> => {
  const left = Object.entries(read(runDir)).filter(([, identity]) => isRunning(identity));
  await Promise.all(
    left.map(async ([name, identity]) => {
      say(`Ending the ${name} (process ${identity.pid}) that an earlier start left running.`);
      await stopProcess(identity, [
        ['SIGTERM', 1_500],
        ['SIGKILL', 2_000],
      ]);
    }),
  );
};
