// Serves /api/trpc/*. No transformer: the operations answer in the wire's own form, and it stays that way.
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { isOwnOrigin, readSession } from '../auth/session.ts';
import { getServices } from '../deps.ts';
import { newRequestId } from '../operations/new-request-id.ts';
import { appRouter } from './router.ts';

const endpoint = '/api/trpc';

export const serveTrpc = async (request: Request): Promise<Response> => {
  const services = await getServices();
  return fetchRequestHandler({
    endpoint,
    req: request,
    router: appRouter,
    createContext: async () => ({
      services,
      session: await readSession(services, request),
      requestId: newRequestId(),
      ownOrigin: isOwnOrigin(services, request),
      signal: request.signal,
    }),
    responseMeta: () => ({ headers: { 'cache-control': 'no-store' } }),
  });
};
