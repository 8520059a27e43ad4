// Sends events as text/event-stream, with comments in between so that no proxy thinks the line is dead.
import type { A2AError } from '../contract/a2a-error.ts';
import { errorObject, resultObject, type RpcId } from './rpc-answer.ts';

const keepAliveMs = 15_000;

export const eventStream = (
  id: RpcId,
  events: AsyncGenerator<unknown, void, undefined>,
  onError: (error: unknown) => A2AError,
): Response => {
  const encoder = new TextEncoder();
  let timer: ReturnType<typeof setInterval> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      timer = setInterval(() => controller.enqueue(encoder.encode(': keep-alive\n\n')), keepAliveMs);
    },
    async pull(controller) {
      const send = (message: unknown) =>
        controller.enqueue(encoder.encode(`data: ${JSON.stringify(message)}\n\n`));
      try {
        const next = await events.next();
        if (!next.done) {
          send(resultObject(id, next.value));
          return;
        }
      } catch (error) {
        send(errorObject(id, onError(error)));
      }
      clearInterval(timer);
      controller.close();
    },
    async cancel() {
      clearInterval(timer);
      await events.return();
    },
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    },
  });
};
