// A run that somebody cancelled at the engine: its song must not stay behind without an end.
import type { Inngest } from 'inngest';
import type { Services } from '../operations/context.ts';
import { runEnd } from './job-events.ts';
import { settleCancelledRun } from './run-split.ts';

const retries = 4;

export const createSettleCancelled = (client: Inngest, services: Services) =>
  client.createFunction(
    {
      id: 'settle-cancelled',
      retries,
      triggers: [
        { event: 'inngest/function.cancelled', if: `event.data.function_id == '${client.id}-run-split'` },
      ],
    },
    async ({ event }) => ({
      settled: await settleCancelledRun(services, runEnd.parse(event.data).event.data),
    }),
  );
