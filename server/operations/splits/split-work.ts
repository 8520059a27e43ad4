// One generation of a song's work, and its sign of life.
import type { Split } from '../../db/generated/client.ts';
import type { Services } from '../context.ts';

export type SplitWork = { splitId: string; generation: number };

/** `reap` takes work that is silent for long as dead. The song as it is now; null when this work is not wanted any more. */
export const beat = async ({ db }: Pick<Services, 'db'>, work: SplitWork): Promise<Split | null> => {
  const [split] = await db.split.updateManyAndReturn({
    where: { id: work.splitId, generation: work.generation, status: 'processing' },
    data: { heartbeatAt: new Date() },
  });
  return split ?? null;
};
