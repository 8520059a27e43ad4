// Songs the person deleted and may still have back: kept in the browser's store until the service was told. No React.

/** Sent when the time to undo has passed, at the latest when the page is left; a crash leaves it to the next visit. */
export type PendingDeletion = { id: string; name: string; dueAt: number };

export type DeletionPorts = {
  /** Tells the service; a song that is gone already counts as deleted. */
  send: (id: string) => Promise<void>;
  /** The same from a page that is being left: nothing can be awaited any more. */
  sendLast: (id: string) => void;
  read: () => PendingDeletion[];
  write: (pending: readonly PendingDeletion[]) => void;
  now: () => number;
  later: (ms: number, run: () => void) => void;
  onDeleted: () => void;
  onFailed: (name: string, error: unknown) => void;
};

export const undoMs = 10_000;

export class PendingDeletions {
  readonly #ports: DeletionPorts;
  readonly #listeners = new Set<() => void>();
  /** Those already told to the service: undoing them would be a lie. */
  readonly #told = new Set<string>();
  #hidden: ReadonlySet<string>;

  constructor(ports: DeletionPorts) {
    this.#ports = ports;
    const left = ports.read();
    this.#hidden = new Set(left.map(({ id }) => id));
    for (const pending of left) this.#schedule(pending);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Ids that the library does not show any more. */
  readonly hidden = (): ReadonlySet<string> => this.#hidden;

  add(song: { id: string; name: string }): void {
    const pending = { id: song.id, name: song.name, dueAt: this.#ports.now() + undoMs };
    this.#ports.write([...this.#others(song.id), pending]);
    this.#show(new Set([...this.#hidden, song.id]));
    this.#schedule(pending);
  }

  /** Answers whether the song is back. Without an id: the one deleted last. */
  undo(id?: string): boolean {
    const pending = this.#ports.read();
    const found = id === undefined ? pending.at(-1) : pending.find((one) => one.id === id);
    if (!found || this.#told.has(found.id)) return false;
    this.#ports.write(this.#others(found.id));
    this.#reveal(found.id);
    return true;
  }

  /** The page is being left. What is told now stays noted: whether it arrived is only known at the next visit. */
  flush(): void {
    for (const { id } of this.#ports.read()) {
      if (this.#told.has(id)) continue;
      this.#told.add(id);
      this.#ports.sendLast(id);
    }
  }

  /** Tells the service at once of all that is still pending: the session is about to end. */
  async settle(): Promise<void> {
    const pending = this.#ports.read().filter(({ id }) => !this.#told.has(id));
    await Promise.all(pending.map((one) => this.#tell(one)));
  }

  #others(id: string): PendingDeletion[] {
    return this.#ports.read().filter((one) => one.id !== id);
  }

  #schedule(pending: PendingDeletion): void {
    const ms = Math.max(0, pending.dueAt - this.#ports.now());
    this.#ports.later(ms, () => void this.#tell(pending));
  }

  async #tell({ id, name, dueAt }: PendingDeletion): Promise<void> {
    // Undone, here or in another tab, or deleted anew since.
    const noted = this.#ports.read().find((one) => one.id === id);
    if (!noted) this.#reveal(id);
    if (noted?.dueAt !== dueAt) return;
    this.#told.add(id);
    try {
      await this.#ports.send(id);
      this.#ports.onDeleted();
    } catch (error) {
      this.#told.delete(id);
      this.#reveal(id);
      this.#ports.onFailed(name, error);
    }
    this.#ports.write(this.#others(id));
  }

  #reveal(id: string): void {
    this.#show(new Set([...this.#hidden].filter((one) => one !== id)));
  }

  #show(hidden: ReadonlySet<string>): void {
    this.#hidden = hidden;
    for (const listener of this.#listeners) listener();
  }
}
