// What functions under test did, in order, and a way to wait for it.
import { setTimeout as sleep } from 'node:timers/promises';

export type Note = { key: string; what: string; value: unknown; at: number };

export class Recorder {
  readonly notes: Note[] = [];

  note(key: string, what: string, value?: unknown): void {
    this.notes.push({ key, what, value, at: Date.now() });
  }

  of(key: string, what?: string): Note[] {
    return this.notes.filter((note) => note.key === key && (what === undefined || note.what === what));
  }

  count(key: string, what: string): number {
    return this.of(key, what).length;
  }

  /** The bound is for a run that hangs, not a claim about speed. */
  async waitFor(key: string, what: string, times = 1, withinMs = 20_000): Promise<Note> {
    for (const end = Date.now() + withinMs; Date.now() < end; await sleep(20)) {
      const found = this.of(key, what)[times - 1];
      if (found) return found;
    }
    const seen = this.of(key).map((note) => note.what);
    throw new Error(`${key}: "${what}" did not happen ${times} times; seen: ${seen.join(', ') || 'nothing'}`);
  }
}
