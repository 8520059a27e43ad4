// Finds processes that a test file left running, by a mark in the environment they inherited.
import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  commandLineOf,
  identityOf,
  signalProcess,
  type ProcessIdentity,
} from '../../server/supervisor/process-identity.ts';

export const markVariable = 'PARTBOOK_TEST_MARK';

const graceMs = 3_000;

const carriesMark = (pid: string, mark: string): boolean => {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`${markVariable}=${mark}`);
  } catch {
    return false; // Ended, or somebody else's.
  }
};

const findMarked = (mark: string): ProcessIdentity[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && carriesMark(name, mark))
    .flatMap((name) => identityOf(Number(name)) ?? []);

/** Ends them and returns their command lines; only Linux shows another process's environment. */
export const endLeftovers = async (mark: string): Promise<string[]> => {
  if (process.platform !== 'linux') return [];
  let left = findMarked(mark);
  for (const end = Date.now() + graceMs; left.length > 0 && Date.now() < end; left = findMarked(mark))
    await sleep(100);
  const names = left.map(({ pid }) => commandLineOf(pid).trim().slice(0, 200));
  for (const target of left) signalProcess(target, 'SIGKILL');
  return names;
};
