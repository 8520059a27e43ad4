// The songs that are ready for a worker and have none, and how many of them the workers have room for.
import type { Split } from '../../db/generated/client.ts';
import type { Services } from '../context.ts';
import type { SplitWork } from './split-work.ts';

/** Twice what a waiting song takes between two signs of life: silent ones must not keep their place. */
const silentMs = 60_000;

const waiting = (models: readonly Split['model'][]) => ({
  status: 'processing' as const,
  workerUrl: null,
  sourceKey: { not: null },
  model: { in: [...models] },
  heartbeatAt: { gt: new Date(Date.now() - silentMs) },
});

const freePlaces = async ({ db, workers }: Services) => {
  const { places, models } = await workers.room();
  const taken = await db.split.count({ where: { status: 'processing', workerUrl: { not: null } } });
  return { free: Math.max(0, places - taken), models };
};

/** How many songs that were ready before this one wait for a worker too, when they take all room there is; else null. */
export const countAhead = async (services: Services, split: Split): Promise<number | null> => {
  const { free, models } = await freePlaces(services);
  const before = split.startedAt ?? new Date();
  const ahead = await services.db.split.count({
    where: { ...waiting(models), id: { not: split.id }, startedAt: { lt: before } },
  });
  return ahead < free ? null : ahead;
};

/** The oldest first, as many as there is room for. */
export const nextToWork = async (services: Services, atMost: number): Promise<SplitWork[]> => {
  const { free, models } = await freePlaces(services);
  if (free === 0) return [];
  const rows = await services.db.split.findMany({
    where: waiting(models),
    orderBy: [{ startedAt: 'asc' }, { id: 'asc' }],
    take: Math.min(free, atMost),
    select: { id: true, generation: true },
  });
  return rows.map(({ id, generation }) => ({ splitId: id, generation }));
};
