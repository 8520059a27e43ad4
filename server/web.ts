// The web process: serves the built site and its API, prints one JSON line when it listens, drains on SIGTERM.
import path from 'node:path';
import next from 'next';
import type { AnswerFirst } from './answer-first.ts';
import { createOwnerLink } from './auth/owner-link.ts';
import { type Env, readEnv } from './env.ts';
import { createLog, outliveReaders } from './log.ts';
import type { PagePolicy } from './page-headers.ts';
import { shareOfPage } from './pages/share-of-page.ts';
import { createWebServer } from './web-server.ts';

/** The supervisor allows a little more before it kills. */
const drainMs = 5_000;
/** Without a supervisor nobody waits for the rest of the answers. */
const orphanDrainMs = 500;

const print = (event: Record<string, unknown>): void => {
  process.stdout.write(`${JSON.stringify(event)}\n`);
};
const log = createLog((line) => process.stdout.write(line), { process: 'web' });

/** Upload parts go straight to the object store where there is one. */
const pagePolicyOf = (env: Env): PagePolicy => ({
  connectOrigins: [
    ...(env.STORAGE === 's3' && env.S3_ENDPOINT ? [new URL(env.S3_ENDPOINT).origin] : []),
    ...(env.STORAGE === 'vercel-blob' ? ['https://*.blob.vercel-storage.com', 'https://vercel.com'] : []),
  ],
  isSecure: env.SITE_URL.startsWith('https://'),
  siteUrl: env.SITE_URL,
});

const listen = (
  server: ReturnType<typeof createWebServer>['server'],
  port: number,
  host: string,
): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });

const main = async (): Promise<void> => {
  const env = readEnv();
  const app = next({
    dev: false,
    dir: path.resolve(import.meta.dirname, '..'),
    hostname: env.HOST,
    port: env.PORT,
  });
  const ownerLink = process.env['OWNER_LINK'] === '1' ? createOwnerLink() : null;
  await app.prepare();
  const handle = app.getRequestHandler();
  let answerFirst: Promise<AnswerFirst> | null = null;
  const answer: typeof handle = async (request, response) => {
    if (request.url?.startsWith('/files/') || shareOfPage(request) !== undefined) {
      // Read late: it brings database and store along, and a start need not wait for them.
      answerFirst ??= import('./answer-first.ts').then(({ createAnswerFirst }) =>
        createAnswerFirst(env, log),
      );
      if (await (await answerFirst)(request, response)) return;
    }
    await handle(request, response);
  };
  const { server, drain } = createWebServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      log.error('request_failed', { error, path: request.url?.split('?')[0] });
      if (!response.headersSent) response.writeHead(500).end();
      else response.destroy();
    });
  }, pagePolicyOf(env));

  let isStopping = false;
  const stop = (graceMs: number): void => {
    if (isStopping) return;
    isStopping = true;
    void drain(graceMs).finally(() => process.exit(0));
  };
  process.on('SIGTERM', () => stop(drainMs));
  process.on('SIGINT', () => stop(drainMs));
  process.on('disconnect', () => stop(orphanDrainMs));
  // The supervisor may have died while this process was still starting: then nobody tells it any more.
  if (process.connected === false) stop(orphanDrainMs);

  if (ownerLink) print({ event: 'owner_link', url: await ownerLink });
  print({ event: 'listening', port: await listen(server, env.PORT, env.HOST) });
};

outliveReaders();
process.on('unhandledRejection', (error) => log.error('unhandled_rejection', { error }));

main().catch((error: unknown) => {
  log.error('start_failed', { error });
  process.exit(1);
});
