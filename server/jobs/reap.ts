// Every minute: finds what was lost and forgets what is over.
import type { Inngest } from 'inngest';
import type { Services } from '../operations/context.ts';
import { reap } from '../operations/jobs/reap.ts';

/** The next minute tries again. */
const retries = 0;

export const createReap = (client: Inngest, services: Services) =>
  client.createFunction({ id: 'reap', retries, concurrency: 1, triggers: [{ cron: '* * * * *' }] }, () =>
    reap(services),
  );
