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

export interface ByteSpan {
  byteStart: number;
  /** Exclusive; cut at the file's end. */
  byteEnd: number;
}

const keyOf = (url: string, { byteStart, byteEnd }: ByteSpan): string =>
  `${String(byteStart)}-${String(byteEnd)} ${url}`;

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

  /**
   * The bytes of a span. With `then`, a span that begins before this one ends or where it does, one answer brings both, and
   * the second waits in memory: the request is what takes its time, not its length.
   */
  async read(url: string, span: ByteSpan, signal: AbortSignal, then?: ByteSpan): Promise<Uint8Array> {
    const key = keyOf(url, span);
    const known = this.#remembered.get(key);
    if (known) {
      this.#remembered.delete(key);
      this.#remembered.set(key, known);
      return known;
    }
    const { byteStart, byteEnd } = span;
    const all = { byteStart, byteEnd: then?.byteEnd ?? byteEnd };
    const bytes = await this.#persist(() => this.#once(url, all, signal), signal);
    if (then) this.#remember(keyOf(url, then), bytes.slice(then.byteStart - byteStart));
    const own = then ? bytes.slice(0, byteEnd - byteStart) : bytes;
    this.#remember(key, own);
    return own;
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

  async #once(url: string, span: ByteSpan | null, signal: AbortSignal): Promise<Uint8Array> {
    const attempt = this.#scope.child();
    const controller = new AbortController();
    attempt.defer(() => controller.abort());
    attempt.listen(signal, 'abort', () => controller.abort());
    attempt.after(attemptMilliseconds, () => controller.abort());
    try {
      const headers: Record<string, string> = span
        ? { Range: `bytes=${String(span.byteStart)}-${String(span.byteEnd - 1)}` }
        : {};
      const answer = await fetch(url, { headers, signal: controller.signal, credentials: 'same-origin' });
      if ([401, 403, 404, 410].includes(answer.status)) throw new DeadLinkError();
      if (!answer.ok) throw new Error(`HTTP ${String(answer.status)}`);
      const bytes = new Uint8Array(await answer.arrayBuffer());
      return span && answer.status === 200 ? bytes.slice(span.byteStart, span.byteEnd) : bytes;
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
    this.#rememberedSize -= this.#remembered.get(key)?.length ?? 0;
    this.#remembered.delete(key);
    this.#remembered.set(key, bytes);
    this.#rememberedSize += bytes.length;
    for (const [oldest, held] of this.#remembered) {
      if (this.#rememberedSize <= rememberedBytes) break;
      this.#remembered.delete(oldest);
      this.#rememberedSize -= held.length;
    }
  }
}
