// The embedded engine as a process: starts, says where it listens, drains on SIGTERM, and leaves with its parent.
import { createLog, outliveReaders } from '../log.ts';
import { Engine } from './engine.ts';
import { readEngineEnv } from './engine-env.ts';

const log = createLog((line) => process.stdout.write(line), { process: 'engine' });
const parentCheckMs = 1_000;

outliveReaders();
const env = readEngineEnv();
const engine = new Engine({
  databaseUrl: env.DATABASE_URL,
  databasePool: 8,
  port: env.ENGINE_PORT,
  eventKey: env.INNGEST_EVENT_KEY,
  app: { serveUrl: env.ENGINE_SERVE_URL, signingKey: env.INNGEST_SIGNING_KEY },
  log,
  callsAtOnce: env.ENGINE_CALLS,
  callTimeoutMs: env.ENGINE_CALL_SECONDS * 1000,
  drainMs: env.ENGINE_DRAIN_SECONDS * 1000,
});

let stopping = false;
const stop = (why: string): void => {
  if (stopping) return;
  stopping = true;
  log.info('engine_stopping', { why });
  engine.stop().then(
    () => process.exit(0),
    (error: unknown) => {
      log.error('engine_stop_failed', { error });
      process.exit(1);
    },
  );
};

process.on('SIGTERM', () => stop('SIGTERM'));
process.on('SIGINT', () => stop('SIGINT'));
process.on('disconnect', () => stop('parent gone'));
// The parent may have died while this process was still starting: then nobody tells it any more.
if (process.connected === false) stop('parent gone');
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) stop('parent gone');
}, parentCheckMs).unref();

await engine.start();
process.stdout.write(`${JSON.stringify({ event: 'listening', port: Number(new URL(engine.url).port) })}\n`);
