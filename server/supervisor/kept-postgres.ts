// Keeps the embedded Postgres running: starts it again on the same port when it dies.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './postgres/embedded-postgres.ts';

export type KeptPostgres = { url: string; port: number; stop: () => Promise<void> };

const delayMs = 500;

export const keepPostgres = async (
  options: EmbeddedPostgresOptions,
  say: (line: string) => void,
): Promise<KeptPostgres> => {
  let isStopping = false;
  let current: EmbeddedPostgres = await startEmbeddedPostgres(options);
  const { url, port } = current;

  const keep = async (): Promise<void> => {
    while (!isStopping) {
      await current.ended;
      if (isStopping) return;
      say('The database ended; it starts again.');
      await sleep(delayMs);
      if (isStopping) return;
      try {
        current = await startEmbeddedPostgres({ ...options, preferredPort: port, isPortFixed: true });
      } catch (error) {
        say(error instanceof Error ? error.message : String(error));
      }
    }
  };
  const kept = keep();

  return {
    url,
    port,
    stop: async () => {
      isStopping = true;
      await current.stop();
      await kept;
      // A restart may have been under way when the stop came.
      await current.stop();
    },
  };
};
