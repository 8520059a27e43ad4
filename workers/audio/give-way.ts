// Lets a process run in the gaps that others leave, and a tenth of the time where they leave none.
import type { ChildProcess } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const niceness = 10;
const mostTries = 50;

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/**
 * Linux weighs the sessions of a system without cgroups against each other, and a process in a session of its own only
 * against itself: there the session's weight counts. Whoever is not root may set one every tenth of a second.
 */
const lowerSession = async (child: ChildProcess): Promise<void> => {
  for (let tries = 0; tries < mostTries && !hasEnded(child); tries += 1) {
    try {
      return await writeFile(`/proc/${child.pid}/autogroup`, String(niceness));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
    }
    await sleep(100 + Math.random() * 100, undefined, { ref: false });
  }
};

/** For a child that has just been started, before it has threads. It works all the same where the system knows no such thing. */
export const giveWay = (child: ChildProcess): void => {
  if (child.pid === undefined) return;
  try {
    os.setPriority(child.pid, niceness);
  } catch {
    return;
  }
  if (process.platform === 'linux') void lowerSession(child);
};
