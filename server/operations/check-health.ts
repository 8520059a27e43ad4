// Asks each part of the service whether it works; every question has its time.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { HealthWire } from '../contract/health.ts';
import type { Services } from './context.ts';

const checkMs = 3000;

const { version } = JSON.parse(readFileSync(path.join(process.cwd(), 'package.json'), 'utf8')) as {
  version: string;
};

const answers = async (work: Promise<unknown>): Promise<'ok' | 'failing'> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), checkMs);
  });
  try {
    await Promise.race([work, late]);
    return 'ok';
  } catch {
    return 'failing';
  } finally {
    clearTimeout(timer);
  }
};

export const checkHealth = async ({ db, storage, queue, workers }: Services): Promise<HealthWire> => {
  const [database, stored, queued, worker] = await Promise.all([
    answers(db.$queryRaw`SELECT 1`),
    answers(storage.check()),
    answers(queue.check()),
    answers(workers.check()),
  ]);
  const checks = { database, storage: stored, queue: queued, worker };
  const failing = Object.values(checks).includes('failing');
  return { status: failing ? 'failing' : 'ok', version, checks };
};
