// Songs that flow while processes die: sent by form, by link and in batches, some deleted, every failed request repeated.
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestAccount } from '../support/accounts.ts';
import { songForm, testSong } from '../support/test-song.ts';

export const songHash = (seed: number): string => createHash('sha256').update(testSong(seed)).digest('hex');

export type Flow = {
  /** What each song accepted by a form was made of. */
  seeds: Map<string, number>;
  accepted: Set<string>;
  batches: Set<string>;
  deleted: Set<string>;
  retries: number;
  /** Answers that nobody should be given. */
  faults: string[];
};

const requestMs = 15_000;
const triesMax = 1_000;
const pauseMs = 250;
const songsOfAccount = 10;
const batchSize = 4;

export class SongFlow {
  readonly flow: Flow = {
    seeds: new Map(),
    accepted: new Set(),
    batches: new Set(),
    deleted: new Set(),
    retries: 0,
    faults: [],
  };
  readonly #siteUrl: string;
  readonly #songsUrl: string;
  readonly #accounts: TestAccount[];
  readonly #stop = new AbortController();
  #running: Promise<void>[] = [];
  #seed = 0;

  constructor(siteUrl: string, songsUrl: string, accounts: readonly TestAccount[]) {
    this.#siteUrl = siteUrl;
    this.#songsUrl = songsUrl;
    this.#accounts = [...accounts];
  }

  /** Several accounts at a time, each until its hourly pace is used up. */
  start(lanes: number): void {
    this.#running = Array.from({ length: lanes }, () => this.#note(this.#lane()));
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#running);
  }

  /** Asks until somebody answers: a process that was killed answers nothing, and its successor does. */
  async request(
    account: TestAccount,
    method: string,
    path: string,
    make: () => { body?: BodyInit; headers?: Record<string, string> } = () => ({}),
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    for (let tries = 0; tries < triesMax; tries += 1) {
      try {
        const { body, headers } = make();
        const answer = await fetch(`${this.#siteUrl}/api/v1${path}`, {
          method,
          headers: { authorization: `Bearer ${account.key}`, ...headers },
          ...(body === undefined ? {} : { body }),
          signal: AbortSignal.timeout(requestMs),
        });
        const text = await answer.text();
        if (answer.status < 500)
          return { status: answer.status, body: JSON.parse(text) as Record<string, unknown> };
      } catch {
        // Killed in the middle, or not up again yet.
      }
      this.flow.retries += 1;
      await sleep(pauseMs);
    }
    throw new Error(`${method} ${path} was not answered`);
  }

  #note(work: Promise<void>): Promise<void> {
    return work.catch((error: unknown) => {
      this.flow.faults.push(error instanceof Error ? error.message : String(error));
    });
  }

  async #lane(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const account = this.#accounts.shift();
      if (!account) return;
      await this.#useUp(account);
    }
  }

  async #useUp(account: TestAccount): Promise<void> {
    for (let used = 0; used < songsOfAccount && !this.#stop.signal.aborted;) {
      const dice = Math.random();
      if (dice < 0.2 && used + batchSize <= songsOfAccount) {
        await this.#sendBatch(account);
        used += batchSize;
      } else {
        await (dice < 0.4 ? this.#sendLink(account) : this.#sendForm(account));
        used += 1;
      }
      await sleep(200 + Math.random() * 1_500, undefined, { signal: this.#stop.signal }).catch(
        () => undefined,
      );
    }
  }

  #keep(answer: { status: number; body: Record<string, unknown> }, account: TestAccount, seed: number): void {
    if (answer.status !== 202)
      throw new Error(`a song was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    const id = String(answer.body['id']);
    this.flow.accepted.add(id);
    this.flow.seeds.set(id, seed);
    if (Math.random() < 0.07) this.#running.push(this.#note(this.#deleteLater(account, id)));
  }

  async #sendForm(account: TestAccount): Promise<void> {
    const seed = (this.#seed += 1);
    const headers = { 'idempotency-key': randomUUID() };
    const answer = await this.request(account, 'POST', '/splits', () => ({ body: songForm(seed), headers }));
    this.#keep(answer, account, seed);
  }

  async #sendLink(account: TestAccount): Promise<void> {
    const seed = (this.#seed += 1);
    const headers = { 'idempotency-key': randomUUID(), 'content-type': 'application/json' };
    const body = JSON.stringify({ audio_url: `${this.#songsUrl}/song-${seed}.wav`, model: 'fast' });
    const answer = await this.request(account, 'POST', '/splits', () => ({ body, headers }));
    this.#keep(answer, account, seed);
  }

  async #sendBatch(account: TestAccount): Promise<void> {
    const items = Array.from({ length: batchSize }, (_, index) => ({
      audio_url:
        index === 1 ? `${this.#songsUrl}/missing` : `${this.#songsUrl}/song-${(this.#seed += 1)}.wav`,
    }));
    const headers = { 'idempotency-key': randomUUID(), 'content-type': 'application/json' };
    const answer = await this.request(account, 'POST', '/splits/batch', () => ({
      body: JSON.stringify({ items }),
      headers,
    }));
    if (answer.status !== 202)
      throw new Error(`a batch was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    const id = String(answer.body['id']);
    this.flow.batches.add(id);
    if (Math.random() < 0.2) {
      await sleep(Math.random() * 2_000);
      await this.request(account, 'DELETE', `/batches/${id}`);
    }
  }

  async #deleteLater(account: TestAccount, id: string): Promise<void> {
    await sleep(Math.random() * 3_000);
    const answer = await this.request(account, 'DELETE', `/splits/${id}`);
    if (answer.status !== 200 && answer.status !== 404)
      throw new Error(`a deletion was answered ${answer.status}`);
    this.flow.deleted.add(id);
  }
}
