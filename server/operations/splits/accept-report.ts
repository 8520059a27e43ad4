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

/** One statement, because workers report often. */
const recordProgress = async ({ db }: Services, split: Split, report: JobReport): Promise<void> => {
  const progress = Math.max(split.progress, Math.min(runningProgressMax, report.progress));
  const changed = progress !== split.progress || report.eta_seconds !== split.etaSeconds;
  await db.$executeRaw`
    WITH moved AS (
      UPDATE splits SET progress = ${progress}, eta_seconds = ${report.eta_seconds}::int,
        report_sequence = ${report.sequence}, heartbeat_at = ${new Date()}
      WHERE id = ${split.id} AND generation = ${report.generation} AND status = 'processing'
        AND progress <= ${progress} AND report_sequence <= ${report.sequence}
      RETURNING id)
    INSERT INTO split_events (split_id, status, progress, eta_seconds)
    SELECT id, 'processing', ${progress}::int, ${report.eta_seconds}::int FROM moved WHERE ${changed}::boolean`;
};

const takeResult = async (services: Services, split: Split, report: JobReport): Promise<Acceptance> => {
  const { job_id: splitId, generation, result } = report;
  const published = result ? await publishSplit(services, split, result) : 'faulty';
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
      return takeResult(services, split, report);
    case 'failed':
    case 'cancelled':
      return takeFailure(services, report);
  }
};
