// The composition root: reads the environment and builds the services once a process.
import { listenForSplitEvents } from './db/split-events.ts';
import { openDatabase } from './db/client.ts';
import { type Env, readEnv } from './env.ts';
import { createIngest } from './ingest/create-ingest.ts';
import { createLog, type Log } from './log.ts';
import type { Mailer } from './mail/mailer.ts';
import { createOutboxMailer } from './mail/outbox-mailer.ts';
import { createSmtpMailer } from './mail/smtp-mailer.ts';
import type { Services } from './operations/context.ts';
import { createInngestClient } from './queue/inngest-client.ts';
import { createInngestQueue } from './queue/inngest-queue.ts';
import { createHttpWorkers } from './separation/http-workers.ts';
import { createStorage } from './storage/create-storage.ts';

const createMailer = (env: Env, log: Log): Mailer =>
  env.SMTP_URL
    ? createSmtpMailer(env.SMTP_URL, env.MAIL_FROM)
    : createOutboxMailer(env.DATA_DIR, env.MAIL_FROM, log);

export const createServices = (env: Env): Services => {
  const log = createLog((line) => process.stdout.write(line));
  return {
    env,
    log,
    ...openDatabase(env.DATABASE_URL, env.DATABASE_POOL),
    splitEvents: listenForSplitEvents(env.DATABASE_URL, log),
    mailer: createMailer(env, log),
    storage: createStorage(env),
    queue: createInngestQueue(createInngestClient(env, log), env),
    ingest: createIngest(env),
    workers: createHttpWorkers({ urls: env.WORKER_URLS, secret: env.WORKER_SECRET, log }),
  };
};

const held = globalThis as typeof globalThis & { partbookServices?: Services };

/** One set a process, also when the bundler loads this module more than once. */
export const getServices = (): Promise<Services> => {
  held.partbookServices ??= createServices(readEnv());
  return Promise.resolve(held.partbookServices);
};
