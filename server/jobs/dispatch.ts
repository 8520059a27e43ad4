// account/dispatch: starts the next songs of one account.
import type { Inngest } from 'inngest';
import type { Services } from '../operations/context.ts';
import { claimNext } from '../operations/splits/claim-next.ts';
import { accountEvent } from './job-events.ts';

const retries = 4;

/** The limit spares the database needless waiting; that no more than two songs run is the database's own doing. */
export const createDispatch = (client: Inngest, services: Services) =>
  client.createFunction(
    {
      id: 'dispatch',
      retries,
      concurrency: [{ key: 'event.data.account_id', limit: 1 }],
      triggers: [{ event: 'account/dispatch' }],
    },
    async ({ event }) => ({ started: await claimNext(services, accountEvent.parse(event.data).account_id) }),
  );
