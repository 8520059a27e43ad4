// Says whether a song's work is still wanted in this generation, and what it needs first.
import type { Services } from '../context.ts';

export type SplitWork = { splitId: string; generation: number };

/** Also the sign of life: `reap` takes work that is silent for long as dead. False when it is not wanted any more. */
export const beat = async ({ db }: Pick<Services, 'db'>, work: SplitWork): Promise<boolean> => {
  const { count } = await db.split.updateMany({
    where: { id: work.splitId, generation: work.generation, status: 'processing' },
    data: { heartbeatAt: new Date() },
  });
  return count > 0;
};

export const beginSplit = async (
  services: Services,
  work: SplitWork,
): Promise<'gone' | 'fetch' | 'submit'> => {
  if (!(await beat(services, work))) return 'gone';
  const split = await services.db.split.findUnique({ where: { id: work.splitId } });
  if (!split) return 'gone';
  return split.sourceKey === null ? 'fetch' : 'submit';
};
