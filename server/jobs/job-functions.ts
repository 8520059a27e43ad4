// All functions of the service, as Inngest or the embedded engine runs them.
import type { Inngest, InngestFunction } from 'inngest';
import type { Services } from '../operations/context.ts';
import { createCleanDeleted } from './clean-deleted.ts';
import { createDispatch } from './dispatch.ts';
import { createReap } from './reap.ts';
import { createRunSplit } from './run-split.ts';
import { createSettleCancelled } from './settle-cancelled.ts';

export const createJobFunctions = (client: Inngest, services: Services): InngestFunction.Like[] =>
  [createDispatch, createRunSplit, createSettleCancelled, createCleanDeleted, createReap].map(
    (create): InngestFunction.Like => create(client, services),
  );
