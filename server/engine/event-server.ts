// The engine's own address: where the SDK sends events. It binds to loopback only.
import { createHash, timingSafeEqual } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { engineEvent, type GivenEvent } from './engine-event.ts';

export type EventServerOptions = {
  port: number;
  eventKey: string;
  accept: (events: readonly GivenEvent[], seed: string | null) => Promise<string[]>;
  /** What /health tells besides that the process is up. */
  status: () => Record<string, unknown>;
};

const bodyBytesMax = 2 * 1024 * 1024;
const eventsAtOnce = 1000;
const requestTimeoutMs = 15_000;

const isKey = (given: string, key: string): boolean => {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(key));
};

const readText = async (request: http.IncomingMessage): Promise<string | null> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const parseEvents = (text: string): GivenEvent[] | null => {
  try {
    const given: unknown = JSON.parse(text);
    const events = z
      .array(engineEvent)
      .max(eventsAtOnce)
      .safeParse(Array.isArray(given) ? given : [given]);
    return events.success ? events.data : null;
  } catch {
    return null;
  }
};

type Reply = { status: number; body: Record<string, unknown> };
const refusal = (status: number, error: string): Reply => ({ status, body: { status, error, ids: [] } });

const takeEvents = async (
  request: http.IncomingMessage,
  options: EventServerOptions,
  key: string,
): Promise<Reply> => {
  if (!isKey(key, options.eventKey)) return refusal(401, 'Event key not found');
  const text = await readText(request);
  if (text === null) return refusal(413, 'Event payload too large');
  const events = parseEvents(text);
  if (!events) return refusal(400, 'Cannot process event payload');
  const seed = request.headers['x-inngest-event-id-seed'];
  const ids = await options.accept(events, typeof seed === 'string' ? seed : null);
  return { status: 200, body: { status: 200, ids } };
};

const answer = async (request: http.IncomingMessage, options: EventServerOptions): Promise<Reply> => {
  const { pathname } = new URL(request.url ?? '/', 'http://engine');
  const key = /^\/e\/([^/]+)$/.exec(pathname)?.[1];
  if (key !== undefined && request.method === 'POST') return takeEvents(request, options, key);
  if (pathname === '/health' && request.method === 'GET')
    return { status: 200, body: { status: 200, message: 'OK', ...options.status() } };
  return refusal(404, 'Not found');
};

export type EventServer = { url: string; close(): Promise<void> };

export const openEventServer = (options: EventServerOptions): Promise<EventServer> => {
  const server = http.createServer({ requestTimeout: requestTimeoutMs }, (request, response) => {
    answer(request, options)
      .catch(() => refusal(500, 'The event could not be stored. Send it again.'))
      .then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      })
      .catch(() => response.destroy());
  });
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeIdleConnections();
    });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', () => {
      resolve({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close });
    });
  });
};
