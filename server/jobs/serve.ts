// The endpoint that Inngest, or the embedded engine, calls the job functions at.
import { serve } from 'inngest/next';
import { getServices } from '../deps.ts';
import type { Services } from '../operations/context.ts';
import { createInngestClient } from '../queue/inngest-client.ts';
import { createJobFunctions } from './job-functions.ts';

type Handlers = ReturnType<typeof serve>;

const createHandlers = (services: Services): Handlers => {
  const client = createInngestClient(services.env, services.log);
  return serve({ client, functions: createJobFunctions(client, services) });
};

let handlers: Promise<Handlers> | null = null;

/** Made at the first call: importing the route must not open a database. */
const getHandlers = (): Promise<Handlers> => {
  handlers ??= getServices().then(createHandlers);
  return handlers;
};

type Method = (...args: Parameters<Handlers['POST']>) => Promise<Response>;

export const GET: Method = async (...args) => (await getHandlers()).GET(...args);
export const POST: Method = async (...args) => (await getHandlers()).POST(...args);
export const PUT: Method = async (...args) => (await getHandlers()).PUT(...args);
