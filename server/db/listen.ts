// Hears one channel of Postgres notifications, and connects again whenever the line is lost.
import pg from 'pg';
import type { Log } from '../log.ts';

const retryMs = 500;

export type Listener = { close(): Promise<void> };

class ChannelListener implements Listener {
  readonly #url: string;
  readonly #channel: string;
  readonly #hear: () => void;
  readonly #log: Log;
  #client: pg.Client | null = null;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(url: string, channel: string, hear: () => void, log: Log) {
    this.#url = url;
    this.#channel = channel;
    this.#hear = hear;
    this.#log = log;
    this.#connect();
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => undefined);
  }

  #connect(): void {
    if (this.#closed) return;
    const client = new pg.Client({
      connectionString: this.#url,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    this.#client = client;
    let lost = false;
    const lose = (error?: unknown) => {
      if (lost || this.#closed) return;
      lost = true;
      this.#log.warn('listener_lost', { channel: this.#channel, error });
      client.end().catch(() => undefined);
      this.#timer = setTimeout(() => this.#connect(), retryMs);
    };
    client.on('error', lose);
    client.on('end', () => lose());
    client.on('notification', () => this.#hear());
    client
      .connect()
      .then(() => client.query(`LISTEN ${client.escapeIdentifier(this.#channel)}`))
      // What was told while the line was down was not heard.
      .then(() => this.#hear(), lose);
  }
}

export const listen = (url: string, channel: string, hear: () => void, log: Log): Listener =>
  new ChannelListener(url, channel, hear, log);
