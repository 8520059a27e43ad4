// Forgets rows that nobody may ask for any more.
import { hourSeconds, limits } from '../../contract/limits.ts';
import { sweepOAuth } from '../apps/sweep-oauth.ts';
import type { Services } from '../context.ts';

const hourMs = hourSeconds * 1000;
const dayMs = 24 * hourMs;
/** The pace looks back one hour. */
const submissionsKeptMs = dayMs;
/** Events of songs that are over; who follows a song reads its row first. */
const eventsKeptMs = 7 * dayMs;
const paceKeptMs = 2 * dayMs;

export const sweepRows = async (services: Services, now: Date): Promise<void> => {
  const { db } = services;
  const ago = (ms: number) => new Date(now.getTime() - ms);
  await db.idempotencyKey.deleteMany({ where: { createdAt: { lt: ago(limits.idempotencyHours * hourMs) } } });
  await db.submission.deleteMany({ where: { createdAt: { lt: ago(submissionsKeptMs) } } });
  await db.splitEvent.deleteMany({
    where: { createdAt: { lt: ago(eventsKeptMs) }, split: { status: { in: ['done', 'failed'] } } },
  });
  await db.paceWindow.deleteMany({ where: { windowStart: { lt: ago(paceKeptMs) } } });
  await db.session.deleteMany({ where: { expiresAt: { lt: now } } });
  await db.signInLink.deleteMany({ where: { expiresAt: { lt: now } } });
  await sweepOAuth(services);
};
