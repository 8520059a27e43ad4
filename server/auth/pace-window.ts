// Counts attempts per subject and fixed window in the database, so that every web process counts together.
import type { Db } from '../db/client.ts';

/** Counts one attempt; returns 0 when it is within `most`, else the seconds until the window ends. */
export const countAttempt = async (
  db: Db,
  subject: string,
  most: number,
  windowSeconds: number,
): Promise<number> => {
  const windowMs = windowSeconds * 1000;
  const now = Date.now();
  const windowStart = new Date(Math.floor(now / windowMs) * windowMs);
  const { count } = await db.paceWindow.upsert({
    where: { subject_windowStart: { subject, windowStart } },
    create: { subject, windowStart, count: 1 },
    update: { count: { increment: 1 } },
    select: { count: true },
  });
  return count <= most ? 0 : Math.max(1, Math.ceil((windowStart.getTime() + windowMs - now) / 1000));
};
