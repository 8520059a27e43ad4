// Reads byte ranges over HTTP and keeps at it: timeouts, growing pauses, an early retry when the network is back,
// and a small memory of compressed slices, so that a loop goes on without the network.
import type { Scope } from './scope.ts';

const attemptMilliseconds = 20_000;
const longestPauseMilliseconds = 5_000;
const mostAttempts = 60;
const rememberedBytes = 16_000_000;

/** The file is gone for good, or never was ours to hear. */
class DeadLinkError extends Error {
  constructor() {
    super('This song is no longer here. Ask the person who shared it for a new link.');
    this.name = 'DeadLinkError';
  }
}

function aborted(): DOMException {
  return new DOMException('No longer wanted', 'AbortError');
}

export class RangeReader {
  readonly #scope: Scope;
  readonly #onTrouble: (waiting: boolean) => void;
  readonly #remembered = new Map<string, Uint8Array>();
  #rememberedSize = 0;
  #troubled = 0;

  constructor(scope: Scope, onTrouble: (waiting: boolean) => void) {
    this.#scope = scope;
    this.#onTrouble = onTrouble;
    scope.defer(() => this.#remembered.clear());
  }

  /** Bytes `start` to `end` (exclusive; cut at the file's end). */
  async read(url: string, start: number, end: number, signal: AbortSignal): Promise<Uint8Array> {
    const key = `${String(start)}-${String(end)} ${url}`;
    const known = this.#remembered.get(key);
    if (known) {
      this.#remembered.delete(key);
      this.#remembered.set(key, known);
      return known;
    }
    const bytes = await this.#persist(() => this.#once(url, { start, end }, signal), signal);
    this.#remember(key, bytes);
    return bytes;
  }

  async readWhole(url: string, signal: AbortSignal): Promise<Uint8Array> {
    return this.#persist(() => this.#once(url, null, signal), signal);
  }

  async #persist(read: () => Promise<Uint8Array>, signal: AbortSignal): Promise<Uint8Array> {
    let troubled = false;
    try {
      for (let attempt = 0; ; attempt += 1) {
        try {
          return await read();
        } catch (error) {
          if (signal.aborted) throw aborted();
          if (error instanceof DeadLinkError || attempt >= mostAttempts) throw error;
        }
        if (!troubled) this.#trouble(1);
        troubled = true;
        await this.#pause(attempt, signal);
      }
    } finally {
      if (troubled) this.#trouble(-1);
    }
  }

  async #once(
    url: string,
    range: { start: number; end: number } | null,
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    const attempt = this.#scope.child();
    const controller = new AbortController();
    attempt.defer(() => controller.abort());
    attempt.listen(signal, 'abort', () => controller.abort());
    attempt.after(attemptMilliseconds, () => controller.abort());
    try {
      const headers: Record<string, string> = range
        ? { Range: `bytes=${String(range.start)}-${String(range.end - 1)}` }
        : {};
      const answer = await fetch(url, { headers, signal: controller.signal, credentials: 'same-origin' });
      if ([401, 403, 404, 410].includes(answer.status)) throw new DeadLinkError();
      if (!answer.ok) throw new Error(`HTTP ${String(answer.status)}`);
      const bytes = new Uint8Array(await answer.arrayBuffer());
      return range && answer.status === 200 ? bytes.slice(range.start, range.end) : bytes;
    } finally {
      attempt.end();
    }
  }

  #pause(attempt: number, signal: AbortSignal): Promise<void> {
    const milliseconds = Math.min(longestPauseMilliseconds, 200 * 2 ** Math.min(attempt, 6));
    const wait = this.#scope.child();
    return new Promise((resolve, reject) => {
      wait.defer(() => (signal.aborted || this.#scope.ended ? reject(aborted()) : resolve()));
      wait.after(milliseconds, () => wait.end());
      wait.listen(globalThis, 'online', () => wait.end());
      wait.listen(signal, 'abort', () => wait.end());
    });
  }

  #trouble(change: number): void {
    this.#troubled += change;
    this.#onTrouble(this.#troubled > 0);
  }

  #remember(key: string, bytes: Uint8Array): void {
    this.#remembered.set(key, bytes);
    this.#rememberedSize += bytes.length;
    for (const [oldest, held] of this.#remembered) {
      if (this.#rememberedSize <= rememberedBytes) break;
      this.#remembered.delete(oldest);
      this.#rememberedSize -= held.length;
    }
  }
}
