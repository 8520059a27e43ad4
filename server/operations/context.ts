// What every operation is given: who acts, the services it may use, and the request it belongs to.
import type { Db } from '../db/client.ts';
import type { HotReads, Position } from '../db/hot-reads.ts';
import type { SplitEvents } from '../db/split-events.ts';
import type { Env } from '../env.ts';
import type { Ingest } from '../ingest/ingest.ts';
import type { Log } from '../log.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Queue } from '../queue/queue.ts';
import type { Workers } from '../separation/workers.ts';
import type { Storage } from '../storage/storage.ts';

/** A signed-in person on the site, an API key, or an app with an OAuth token. */
export type Actor =
  | { kind: 'person'; accountId: string; sessionId: string }
  | { kind: 'key'; accountId: string; keyId: string }
  | { kind: 'app'; accountId: string; grantId: string; clientId: string };

export type Services = {
  env: Env;
  log: Log;
  db: Db;
  hotReads: HotReads;
  storage: Storage;
  queue: Queue;
  mailer: Mailer;
  ingest: Ingest;
  workers: Workers;
  splitEvents: SplitEvents;
};

export type Context = {
  services: Services;
  actor: Actor;
  requestId: string;
  signal?: AbortSignal;
  /** There where it came with the credential. */
  position?: Position;
};
