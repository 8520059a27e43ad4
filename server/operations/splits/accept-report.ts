// Takes a worker's report of a song, called back or asked for: progress, result or failure.
import type { Split } from '../../db/generated/client.ts';
import type { JobReport } from '../../separation/workers.ts';
import type { Services } from '../context.ts';
import { publishSplit } from './publish-split.ts';
import { requeueSplit } from './requeue-split.ts';
import { settleSplit } from './settle-split.ts';

/** 'gone': nobody waits for this work, the worker may drop it. */
export type Acceptance = 'running' | 'ended' | 'gone';

/** 100 belongs to the song that can be played. */
const runningProgressMax = 99;

/** Failures that are the machinery's, not the song's: the work is started anew. */
const worthAnotherTry = new Set(['interrupted', 'fetch_failed']);

const recordProgress = async ({ db }: Services, split: Split, report: JobReport): Promise<boolean> => {
  const progress = Math.max(split.progress, Math.min(runningProgressMax, report.progress));
  return db.$transaction(async (tx) => {
    const { count } = await tx.split.updateMany({
      where: {
        id: split.id,
        generation: report.generation,
        status: 'processing',
        progress: { lte: progress },
        reportSequence: { lte: report.sequence },
      },
      data: {
        progress,
        etaSeconds: report.eta_seconds,
        reportSequence: report.sequence,
        heartbeatAt: new Date(),
      },
    });
    const changed = progress !== split.progress || report.eta_seconds !== split.etaSeconds;
    if (count === 0 || !changed) return count > 0;
    await tx.splitEvent.create({
      data: { splitId: split.id, status: 'processing', progress, etaSeconds: report.eta_seconds },
    });
    return true;
  });
};

const takeResult = async (services: Services, report: JobReport): Promise<Acceptance> => {
  const { job_id: splitId, generation, result } = report;
  const published = result ? await publishSplit(services, { splitId, generation, result }) : 'faulty';
  if (published === 'faulty') await requeueSplit(services, { splitId, generation, why: 'faulty result' });
  return 'ended';
};

const takeFailure = async (services: Services, report: JobReport): Promise<Acceptance> => {
  const { job_id: splitId, generation, failure } = report;
  const reason = failure?.reason ?? 'interrupted';
  services.log.warn('worker_failed_song', { splitId, generation, reason, message: failure?.message });
  if (worthAnotherTry.has(reason)) await requeueSplit(services, { splitId, generation, why: reason });
  else await settleSplit(services, { splitId, generation, failure: { reason, message: null } });
  return 'ended';
};

/** Reports of another generation, of songs that are over, and ones overtaken by newer ones change nothing. */
export const acceptReport = async (services: Services, report: JobReport): Promise<Acceptance> => {
  const split = await services.db.split.findUnique({ where: { id: report.job_id } });
  if (!split || split.generation !== report.generation || split.status !== 'processing') return 'gone';
  switch (report.state) {
    case 'queued':
    case 'processing':
      await recordProgress(services, split, report);
      return 'running';
    case 'done':
      return takeResult(services, report);
    case 'failed':
    case 'cancelled':
      return takeFailure(services, report);
  }
};
