// The endpoint that workers call back: signed reports, and nothing else.
import { getServices } from '../deps.ts';
import { receiveCallback, signatureHeader } from '../operations/jobs/receive-callback.ts';

const bodyBytesMax = 4 * 1024 * 1024;

/** 410 tells the worker that nobody waits for the work any more. */
const statusOf = { running: 200, ended: 200, gone: 410, unsigned: 401, unreadable: 422 } as const;

const readText = async (request: Request): Promise<string | null> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

export const receiveReport = async (request: Request): Promise<Response> => {
  const body = await readText(request);
  if (body === null) return Response.json({ status: 'too large' }, { status: 413 });
  const services = await getServices();
  try {
    const state = await receiveCallback(services, body, request.headers.get(signatureHeader));
    return Response.json({ status: state }, { status: statusOf[state] });
  } catch (error) {
    services.log.error('callback_failed', { error });
    return Response.json({ status: 'try again' }, { status: 503, headers: { 'Retry-After': '1' } });
  }
};
