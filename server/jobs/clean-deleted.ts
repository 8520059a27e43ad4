// split/deleted: ends the work of a deleted song and removes its files.
import type { Inngest } from 'inngest';
import type { Services } from '../operations/context.ts';
import { runDeletionsOfSplit } from '../operations/jobs/run-deletions.ts';
import { splitEvent } from './job-events.ts';

const retries = 4;

export const createCleanDeleted = (client: Inngest, services: Services) =>
  client.createFunction(
    { id: 'clean-deleted', retries, triggers: [{ event: 'split/deleted' }] },
    async ({ event }) => ({
      removed: await runDeletionsOfSplit(services, splitEvent.parse(event.data).split_id),
    }),
  );
