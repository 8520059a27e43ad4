// The services of the job operations on a real database and real local storage; the queue only remembers what it is told.
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { listenForSplitEvents } from '../../server/db/split-events.ts';
import { openDatabase } from '../../server/db/client.ts';
import { readEnv } from '../../server/env.ts';
import { createIngest } from '../../server/ingest/create-ingest.ts';
import { createLog } from '../../server/log.ts';
import type { Services } from '../../server/operations/context.ts';
import type { JobEvent, Queue } from '../../server/queue/queue.ts';
import { createHttpWorkers } from '../../server/separation/http-workers.ts';
import { createLocalStorage } from '../../server/storage/local-storage.ts';

export type JobServices = {
  services: Services;
  sent: (JobEvent & { id?: string })[];
  /** While true, the queue takes nothing. */
  queueAway: (away: boolean) => void;
  close(): Promise<void>;
};

export const workerSecret = 'worker-secret-for-tests-0123456789';

/** Stands for the site's own door of the store: workers find a song behind every address. */
const openDoor = async (): Promise<http.Server> => {
  const server = http.createServer((request, response) => {
    request.resume();
    response.writeHead(200).end('a song');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};

export const createJobServices = async (
  databaseUrl: string,
  workerUrls: readonly string[],
): Promise<JobServices> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'partbook-jobs-'));
  const secret = 'x'.repeat(40);
  const door = await openDoor();
  const siteUrl = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
  const env = readEnv({
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: secret,
    FILE_KEY_SECRET: secret,
    WORKER_SECRET: workerSecret,
    WORKER_URLS: workerUrls.join(','),
    INNGEST_EVENT_KEY: 'event-key',
    INNGEST_SIGNING_KEY: 'signing-key',
    FETCH_ALLOW_CIDRS: '127.0.0.0/8',
    DATA_DIR: folder,
    APP_INTERNAL_URL: siteUrl,
  });
  const log = createLog(() => undefined);
  const sent: JobServices['sent'] = [];
  let away = false;
  const queue: Queue = {
    send: async (events) => {
      if (away) throw new Error('the queue is away');
      sent.push(...events);
    },
    check: async () => undefined,
  };
  const services: Services = {
    env,
    log,
    ...openDatabase(databaseUrl, 8),
    splitEvents: listenForSplitEvents(databaseUrl, log),
    storage: createLocalStorage({ folder: path.join(folder, 'storage'), secret, siteUrl }),
    mailer: { send: async () => undefined },
    ingest: createIngest(env),
    workers: createHttpWorkers({ urls: env.WORKER_URLS, secret: workerSecret, log }),
    queue,
  };
  return {
    services,
    sent,
    queueAway: (value) => {
      away = value;
    },
    close: async () => {
      await services.splitEvents.close();
      await services.db.$disconnect();
      door.close();
      door.closeAllConnections();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
