// GET /share/{share_id}.json and /share/{share_id}/events: what the practice room asks while it is open.
import { readSession } from '../auth/session.ts';
import type { ProgressEvent } from '../contract/share.ts';
import { getServices } from '../deps.ts';
import { followSharedSong } from '../operations/share/follow-shared-song.ts';
import { getSharedSong } from '../operations/share/get-shared-song.ts';
import { refusal } from './share-refusal.ts';

type Params = { params: Promise<{ shareId: string }> };

export const serveSharedSong = async (request: Request, { params }: Params): Promise<Response> => {
  const services = await getServices();
  try {
    const shareId = (await params).shareId.replace(/[.]json$/, '');
    const viewer = await readSession(services, request);
    const song = await getSharedSong(services, { shareId, viewerAccountId: viewer?.account.id ?? null });
    return Response.json(song, { headers: { 'cache-control': 'no-store' } });
  } catch (error) {
    return refusal(error, services);
  }
};

const lineOf = (event: ProgressEvent | null): string =>
  event === null ? ': still here\n\n' : `data: ${JSON.stringify(event)}\n\n`;

/** The first event is awaited before the answer begins, so that a dead link still gets its status. */
export const serveSharedEvents = async (request: Request, { params }: Params): Promise<Response> => {
  const services = await getServices();
  try {
    const { shareId } = await params;
    const events = followSharedSong(services, { shareId }, request.signal);
    const first = await events.next();
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        if (!first.done) controller.enqueue(encoder.encode(lineOf(first.value)));
      },
      pull: async (controller) => {
        const next = await events.next();
        if (next.done) controller.close();
        else controller.enqueue(encoder.encode(lineOf(next.value)));
      },
      cancel: async () => {
        await events.return(undefined);
      },
    });
    const headers = {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    };
    return new Response(body, { headers });
  } catch (error) {
    return refusal(error, services);
  }
};
