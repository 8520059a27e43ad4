// Starts the tree for a person at a terminal: says where it is, and stops it on Ctrl-C or SIGTERM.
import { startPartbook, type StartOptions } from '../../server/supervisor/start-partbook.ts';

/** npm and the terminal both pass Ctrl-C on: only a signal well after the first means "now". */
const impatientAfterMs = 1_500;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const waitForSignal = (): Promise<void> =>
  new Promise((resolve) => {
    let firstMs = 0;
    const hear = (): void => {
      if (firstMs === 0) firstMs = Date.now();
      else if (Date.now() - firstMs > impatientAfterMs) process.exit(130);
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, hear);
  });

const nameReady = (
  { siteUrl, ownerLink }: { siteUrl: string; ownerLink: string | null },
  sinceMs: number,
): void => {
  say(`\nPartbook is ready at ${siteUrl}  (${((Date.now() - sinceMs) / 1000).toFixed(1)} s)`);
  if (ownerLink !== null) say(`Sign in as the owner, with a link that works once: ${ownerLink}`);
  say('Stop it with Ctrl-C.\n');
};

export const runStart = async (bundle: StartOptions['bundle']): Promise<void> => {
  const startedMs = performance.timeOrigin;
  // Whoever read our output may be gone; that is no reason to stop.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const giveUp = new AbortController();
  const signalled = waitForSignal();
  const tree = startPartbook({ env: process.env, bundle, say, signal: giveUp.signal });
  try {
    const running = await Promise.race([tree.ready, signalled]);
    if (running) nameReady(running, startedMs);
    await signalled;
    say('Stopping …');
  } finally {
    giveUp.abort();
    await tree.stop();
  }
  process.exit(0);
};
