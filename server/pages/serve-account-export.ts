// GET /settings/export: the signed-in person's data as a file, streamed as it is read.
import { readSession } from '../auth/session.ts';
import { getServices } from '../deps.ts';
import { exportAccount } from '../operations/account/export-account.ts';
import { newRequestId } from '../operations/new-request-id.ts';

export const serveAccountExport = async (request: Request): Promise<Response> => {
  const services = await getServices();
  const session = await readSession(services, request);
  if (!session) {
    const signIn = new URL('/signin?callbackUrl=%2Fsettings', services.env.SITE_URL);
    return new Response(null, { status: 303, headers: { location: signIn.href } });
  }
  const requestId = newRequestId();
  const { signal } = request;
  const pieces = exportAccount({ services, actor: session.actor, requestId, signal });
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const next = await pieces.next();
        if (next.done) controller.close();
        else controller.enqueue(encoder.encode(next.value));
      } catch (error) {
        // The file breaks off, and the browser says that the download failed.
        services.log.error('export_failed', { request_id: requestId, error });
        controller.error(error);
      }
    },
    cancel: async () => {
      await pieces.return(undefined);
    },
  });
  const day = new Date().toISOString().slice(0, 10);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': `attachment; filename="partbook-export-${day}.json"`,
    'cache-control': 'no-store',
    'x-request-id': requestId,
  };
  return new Response(body, { headers });
};
