// Asks the worker how a song stands, when its callbacks may have been lost.
import type { Services } from '../context.ts';
import { acceptReport } from './accept-report.ts';
import { beat, type SplitWork } from './split-work.ts';

/** 'away': the worker does not answer; 'lost': it answers, and knows nothing of this work. */
export type PollResult = 'running' | 'ended' | 'away' | 'lost';

export const pollSplit = async (services: Services, work: SplitWork): Promise<PollResult> => {
  const split = await services.db.split.findUnique({ where: { id: work.splitId } });
  if (!split || split.generation !== work.generation || split.status !== 'processing') return 'ended';
  if (split.workerUrl === null) return 'lost';
  let report;
  try {
    report = await services.workers.report(split.workerUrl, work.splitId);
  } catch (error) {
    services.log.warn('worker_away', { splitId: work.splitId, workerUrl: split.workerUrl, error });
    return 'away';
  }
  if (report?.generation !== work.generation) return 'lost';
  await beat(services, work);
  return (await acceptReport(services, report)) === 'running' ? 'running' : 'ended';
};
