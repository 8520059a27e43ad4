// Wakes whoever waits for a split: one LISTEN connection a process, however many wait.
import pg from 'pg';
import type { Log } from '../log.ts';

export type SplitEvents = {
  /**
   * Registers at once, so call it before reading the row. Resolves true when something may have changed
   * (read again), false after the time or when aborted.
   */
  waitFor(splitIds: readonly string[], timeoutMs: number, signal?: AbortSignal): Promise<boolean>;
  close(): Promise<void>;
};

const retryMs = 1000;

type Waiter = { splitIds: ReadonlySet<string>; wake: () => void };

class SplitEventListener implements SplitEvents {
  readonly #databaseUrl: string;
  readonly #log: Log;
  readonly #waiters = new Set<Waiter>();
  #client: pg.Client | null = null;
  #connecting = false;
  #closed = false;

  constructor(databaseUrl: string, log: Log) {
    this.#databaseUrl = databaseUrl;
    this.#log = log;
  }

  waitFor(splitIds: readonly string[], timeoutMs: number, signal?: AbortSignal): Promise<boolean> {
    this.#connect();
    return new Promise<boolean>((resolve) => {
      const settle = (woken: boolean) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        this.#waiters.delete(waiter);
        resolve(woken);
      };
      const abort = () => settle(false);
      const waiter: Waiter = { splitIds: new Set(splitIds), wake: () => settle(true) };
      const timer = setTimeout(() => settle(false), timeoutMs);
      signal?.addEventListener('abort', abort, { once: true });
      this.#waiters.add(waiter);
      if (signal?.aborted) settle(false);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#wakeAll();
    await this.#client?.end();
  }

  #wakeAll(): void {
    for (const waiter of this.#waiters) waiter.wake();
  }

  /** Everybody reads again after a connect or a loss: an event may have passed unheard. */
  #connect(): void {
    if (this.#client || this.#connecting || this.#closed) return;
    this.#connecting = true;
    const client = new pg.Client({ connectionString: this.#databaseUrl, keepAlive: true });
    const lose = (error?: unknown) => {
      if (this.#client !== client || this.#closed) return;
      this.#client = null;
      this.#log.warn('split_events_lost', { error });
      this.#wakeAll();
    };
    client.on('error', lose);
    client.on('end', () => lose());
    client.on('notification', ({ payload }) => {
      for (const waiter of this.#waiters) if (waiter.splitIds.has(payload ?? '')) waiter.wake();
    });
    this.#listen(client).catch((error: unknown) => {
      this.#log.warn('split_events_unavailable', { error });
      setTimeout(() => this.#wakeAll(), retryMs).unref();
    });
  }

  async #listen(client: pg.Client): Promise<void> {
    try {
      await client.connect();
      await client.query('LISTEN split_event');
      this.#client = client;
      this.#wakeAll();
    } finally {
      this.#connecting = false;
    }
  }
}

export const listenForSplitEvents = (databaseUrl: string, log: Log): SplitEvents =>
  new SplitEventListener(databaseUrl, log);
