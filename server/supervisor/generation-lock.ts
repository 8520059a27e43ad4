// A lock between processes, kept in a folder, that a killed holder never leaves locked.
import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identityOf, isRunning, type ProcessIdentity } from './process-identity.ts';

// Each holder leaves a numbered file with its identity. Who creates the next number, while the holder of the highest one
// is gone, has the lock. The newest files stay, so that a slow rival, whose view of the folder is old, cannot take a number
// anew. Which numbers are taken is told by the names alone: they appear at once, whole, and are never missing for a moment.

const filePattern = /^holder-(\d{1,15})[.]json$/;
const keptTickets = 16;

const ticketFile = (folder: string, number: number): string => path.join(folder, `holder-${number}.json`);

const listNumbers = (folder: string): number[] =>
  readdirSync(folder).flatMap((name) => {
    const number = filePattern.exec(name)?.[1];
    return number === undefined ? [] : [Number(number)];
  });

/** null: the ticket was removed since the folder was listed. */
const readHolder = (folder: string, number: number): ProcessIdentity | null => {
  try {
    return JSON.parse(readFileSync(ticketFile(folder, number), 'utf8')) as ProcessIdentity;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

const writeDraft = (folder: string, holder: ProcessIdentity): string => {
  const draft = path.join(folder, `draft-${randomUUID()}`);
  writeFileSync(draft, JSON.stringify(holder), { mode: 0o600 });
  return draft;
};

/** The file appears complete or not at all: written aside, then linked to its name. */
const createTicket = (folder: string, number: number, holder: ProcessIdentity): boolean => {
  const draft = writeDraft(folder, holder);
  try {
    linkSync(draft, ticketFile(folder, number));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
};

type HeldLock = { release: () => void };
type LockAttempt = { lock: HeldLock } | { heldBy: ProcessIdentity };

/** One try. `heldBy` names the living holder. */
export const tryLock = (folder: string): LockAttempt => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const self = identityOf(process.pid);
  if (self === null) throw new Error('The start time of this process cannot be read.');
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    const highest = Math.max(0, ...listNumbers(folder));
    const holder = highest === 0 ? null : readHolder(folder, highest);
    if (highest > 0 && holder === null) continue;
    if (holder && isRunning(holder)) return { heldBy: holder };
    const number = highest + 1;
    if (!createTicket(folder, number, self)) continue;
    const numbers = listNumbers(folder);
    if (numbers.some((other) => other > number)) {
      rmSync(ticketFile(folder, number), { force: true });
      continue;
    }
    for (const older of numbers)
      if (older <= number - keptTickets) rmSync(ticketFile(folder, older), { force: true });
    // A start time that no process has marks the ticket as given back.
    const release = (): void =>
      renameSync(writeDraft(folder, { ...self, startedAt: 'released' }), ticketFile(folder, number));
    return { lock: { release } };
  }
  throw new Error(`The lock in ${folder} could not be taken: too many processes try at once.`);
};

/** Waits for the lock, runs the work, and gives the lock back whatever happens. */
export const withLock = async <T>(folder: string, withinMs: number, work: () => Promise<T>): Promise<T> => {
  const end = Date.now() + withinMs;
  for (;;) {
    const attempt = tryLock(folder);
    if ('lock' in attempt) {
      try {
        return await work();
      } finally {
        attempt.lock.release();
      }
    }
    if (Date.now() > end)
      throw new Error(
        `Process ${attempt.heldBy.pid} has held the lock in ${folder} for too long; is it stuck?`,
      );
    await sleep(100);
  }
};
