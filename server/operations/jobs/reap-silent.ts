// Looks after songs whose work has gone silent: asks their worker, else starts the work anew.
import type { Services } from '../context.ts';
import { pollSplit } from '../splits/poll-split.ts';
import { requeueSplit } from '../splits/requeue-split.ts';

/** Several times what any step takes between two signs of life. */
const silentSeconds = 90;
const reapedAtOnce = 200;

/** How many were started anew. */
export const reapSilent = async (services: Services, now: Date): Promise<number> => {
  const rows = await services.db.split.findMany({
    where: { status: 'processing', heartbeatAt: { lt: new Date(now.getTime() - silentSeconds * 1000) } },
    orderBy: { heartbeatAt: 'asc' },
    take: reapedAtOnce,
    select: { id: true, generation: true },
  });
  let lost = 0;
  for (const { id: splitId, generation } of rows) {
    const state = await pollSplit(services, { splitId, generation });
    if (state !== 'away' && state !== 'lost') continue;
    await requeueSplit(services, { splitId, generation, why: `silent, worker ${state}` });
    lost += 1;
  }
  return lost;
};
