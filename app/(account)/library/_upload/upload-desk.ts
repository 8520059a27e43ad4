// All uploads of a person in this browser: started, paused, gone on with after a reload, given up. No React, no network.
import { limits } from '../../../../server/contract/limits.ts';
import type { ModelId } from '../../../../server/contract/models.ts';
import type { SplitWire } from '../../../../server/contract/split.ts';
import type { CompleteUploadBody, StartedUpload } from '../../../../server/contract/upload.ts';
import { LanePool } from './lane-pool.ts';
import { PartRefused, LineLost, sendParts, type SendTools } from './send-parts.ts';
import type { UploadMemory } from './upload-memory.ts';
import { isExpired, isSameFile, storedBytes, type UploadPlan, type UploadRecord } from './upload-record.ts';

export type UploadState =
  | { kind: 'waiting' | 'sending' | 'troubled' | 'finishing' | 'paused' | 'needs-file' }
  /** It went no further; `code` is the service's own where the service said so. */
  | { kind: 'stopped'; code: string | null; message: string };

export type UploadView = {
  id: string;
  name: string;
  size: number;
  sentBytes: number;
  model: ModelId;
  state: UploadState;
};

export type UploadPorts = {
  api: {
    start: (input: { filename: string; size: number; model: ModelId }) => Promise<StartedUpload>;
    complete: (input: CompleteUploadBody) => Promise<SplitWire>;
    cancel: (input: { upload_token: string }) => Promise<unknown>;
  };
  memory: UploadMemory;
  tools: Omit<SendTools, 'lanes'>;
  /** Only one tab of the browser works on an upload; resolves when it is this one's turn, until `release` is called. */
  own: (id: string, signal: AbortSignal) => Promise<() => void>;
  explain: (error: unknown) => { code: string | null; message: string };
  onArrived: (song: SplitWire) => void;
  now: () => number;
  newId: () => string;
};

type Entry = {
  record: UploadRecord;
  file: File | null;
  underWay: number;
  state: UploadState;
  run: AbortController | null;
  /** The service's answer is awaited; pressing pause and resume meanwhile must not ask it twice. */
  starting: Promise<UploadPlan> | null;
  release: () => void;
};

const filesAtOnce = 2;
const lanesInAll = 4;

const sentences = {
  refused: 'The store no longer takes this upload. Try again to send it from the beginning.',
  lost: 'The connection is gone. What was sent is kept; try again when you are back online.',
} as const;

const isBusy = ({ kind }: UploadState): boolean =>
  kind === 'waiting' || kind === 'sending' || kind === 'troubled' || kind === 'finishing';

export class UploadDesk {
  readonly #accountId: string;
  readonly #ports: UploadPorts;
  readonly #lanes = new LanePool(lanesInAll);
  readonly #places = new LanePool(filesAtOnce);
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Set<() => void>();
  #views: readonly UploadView[] = [];

  constructor(accountId: string, ports: UploadPorts) {
    this.#accountId = accountId;
    this.#ports = ports;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly views = (): readonly UploadView[] => this.#views;

  /** Takes up what an earlier page left; an upload that another tab works on comes here when that tab closes. */
  async restore(): Promise<void> {
    const records = await this.#ports.memory.list(this.#accountId);
    await Promise.all(records.map((record) => this.#restoreOne(record)));
  }

  async #restoreOne(known: UploadRecord): Promise<void> {
    const { memory, own, now } = this.#ports;
    if (this.#entries.has(known.id)) return;
    const release = await own(known.id, new AbortController().signal);
    // What the other tab did meanwhile counts.
    const record = (await memory.list(this.#accountId)).find(({ id }) => id === known.id);
    if (!record || isExpired(record, now())) {
      if (record) await memory.forget(record.id);
      release();
      return;
    }
    const file = await memory.fileOf(record.id);
    const entry = this.#enter(record, file, { kind: file ? 'paused' : 'needs-file' });
    entry.release = release;
    if (file && !record.paused) this.#go(entry);
  }

  /** A file that an unfinished upload waits for goes on with that one. */
  add(files: readonly File[], model: ModelId): void {
    for (const file of files) {
      const waiting = [...this.#entries.values()].find(
        (entry) => entry.state.kind === 'needs-file' && isSameFile(entry.record, file),
      );
      if (waiting) void this.giveFile(waiting.record.id, file);
      else this.#addOne(file, model);
    }
  }

  #addOne(file: File, model: ModelId): void {
    const { newId, now, memory } = this.#ports;
    const record: UploadRecord = {
      id: newId(),
      accountId: this.#accountId,
      filename: file.name,
      size: file.size,
      lastModified: file.lastModified,
      model,
      plan: null,
      expiresAt: new Date(now() + limits.uploadHours * 3_600_000).toISOString(),
      paused: false,
    };
    const entry = this.#enter(record, file, { kind: 'waiting' });
    void this.#own(entry);
    // From now on, not from its turn on: a reload must not lose the ones that wait. What the service will not take is not copied.
    if (file.size <= limits.directUploadBytes) {
      void this.#save(record);
      void memory.keepFile(record.id, file);
    }
    this.#go(entry);
  }

  #enter(record: UploadRecord, file: File | null, state: UploadState): Entry {
    const entry: Entry = {
      record,
      file,
      underWay: 0,
      state,
      run: null,
      starting: null,
      release: () => undefined,
    };
    this.#entries.set(record.id, entry);
    this.#changed();
    return entry;
  }

  async #own(entry: Entry): Promise<void> {
    const { id } = entry.record;
    const release = await this.#ports.own(id, new AbortController().signal);
    if (this.#entries.has(id)) entry.release = release;
    else release();
  }

  /** Answers whether it is the file of that upload; another file is not taken. */
  async giveFile(id: string, file: File): Promise<boolean> {
    const entry = this.#entries.get(id);
    if (!entry || !isSameFile(entry.record, file)) return false;
    entry.file = file;
    void this.#ports.memory.keepFile(id, file);
    await this.resume(id);
    return true;
  }

  async pause(id: string): Promise<void> {
    const entry = this.#entries.get(id);
    if (!entry || !isBusy(entry.state)) return;
    entry.run?.abort();
    this.#set(entry, { kind: 'paused' });
    await this.#remember(entry, true);
  }

  async resume(id: string): Promise<void> {
    const entry = this.#entries.get(id);
    if (!entry || isBusy(entry.state)) return;
    if (!entry.file) {
      this.#set(entry, { kind: 'needs-file' });
      return;
    }
    this.#go(entry);
    await this.#remember(entry, false);
  }

  async cancel(id: string): Promise<void> {
    const entry = this.#entries.get(id);
    if (!entry) return;
    entry.run?.abort();
    await this.#drop(entry);
    const { plan } = entry.record;
    if (!plan) return;
    try {
      await this.#ports.api.cancel({ upload_token: plan.token });
    } catch {
      // Unfinished uploads end by themselves within a day.
    }
  }

  #go(entry: Entry): void {
    entry.run?.abort();
    const run = new AbortController();
    entry.run = run;
    this.#set(entry, { kind: 'waiting' });
    void this.#send(entry, run.signal).catch((error: unknown) => {
      if (run.signal.aborted) return;
      run.abort();
      this.#stop(entry, error);
    });
  }

  async #send(entry: Entry, signal: AbortSignal): Promise<void> {
    const release = await this.#places.take(signal);
    try {
      this.#set(entry, { kind: 'sending' });
      const plan = entry.record.plan ?? (await this.#startOnce(entry));
      signal.throwIfAborted();
      const { file, record } = entry;
      if (!file) return;
      await sendParts(
        { file, plan, signal },
        { ...this.#ports.tools, lanes: this.#lanes },
        {
          onUnderWay: (bytes) => {
            entry.underWay = bytes;
            this.#changed();
          },
          onStored: async (part) => {
            plan.stored.push(part);
            await this.#save(record);
          },
          onTrouble: (isTroubled) => this.#set(entry, { kind: isTroubled ? 'troubled' : 'sending' }),
        },
      );
      signal.throwIfAborted();
      await this.#complete(entry, plan, signal);
    } finally {
      release();
    }
  }

  #startOnce(entry: Entry): Promise<UploadPlan> {
    entry.starting ??= this.#start(entry).finally(() => {
      entry.starting = null;
    });
    return entry.starting;
  }

  async #start({ record }: Entry): Promise<UploadPlan> {
    const { api } = this.#ports;
    const { id, filename, size, model } = record;
    const started = await api.start({ filename, size, model });
    const plan: UploadPlan = {
      token: started.upload_token,
      partSize: started.part_size,
      parts: started.parts,
      stored: [],
    };
    if (!this.#entries.has(id)) {
      // Given up while the service was still answering.
      await api.cancel({ upload_token: plan.token }).catch(() => undefined);
      throw new DOMException('Given up.', 'AbortError');
    }
    record.plan = plan;
    record.expiresAt = started.expires_at;
    await this.#save(record);
    return plan;
  }

  async #complete(entry: Entry, plan: UploadPlan, signal: AbortSignal): Promise<void> {
    this.#set(entry, { kind: 'finishing' });
    const { id, filename, model } = entry.record;
    const song = await this.#ports.api.complete({
      upload_token: plan.token,
      parts: plan.stored.toSorted((a, b) => a.n - b.n),
      filename,
      model,
    });
    // The song is there, whatever was pressed in the meantime.
    this.#ports.onArrived(song);
    if (this.#entries.has(id)) await this.#drop(entry);
    signal.throwIfAborted();
  }

  #stop(entry: Entry, error: unknown): void {
    entry.underWay = 0;
    const said =
      error instanceof LineLost
        ? { code: null, message: sentences.lost }
        : error instanceof PartRefused
          ? { code: null, message: sentences.refused }
          : this.#ports.explain(error);
    const mustBegin =
      error instanceof PartRefused ||
      ['upload_expired', 'not_found', 'validation_failed'].includes(said.code ?? '');
    if (mustBegin) {
      entry.record.plan = null;
      void this.#save(entry.record);
    }
    this.#set(entry, { kind: 'stopped', ...said });
  }

  async #remember(entry: Entry, paused: boolean): Promise<void> {
    entry.record.paused = paused;
    await this.#save(entry.record);
  }

  /** A browser that stores nothing still uploads; it only cannot go on after a reload. */
  async #save(record: UploadRecord): Promise<void> {
    if (!this.#entries.has(record.id)) return;
    try {
      await this.#ports.memory.save(record);
    } catch {
      // See above.
    }
  }

  async #drop(entry: Entry): Promise<void> {
    this.#entries.delete(entry.record.id);
    this.#changed();
    try {
      await this.#ports.memory.forget(entry.record.id);
    } catch {
      // It was never stored.
    }
    entry.release();
  }

  #set(entry: Entry, state: UploadState): void {
    entry.state = state;
    if (!isBusy(state)) entry.underWay = 0;
    this.#changed();
  }

  #changed(): void {
    this.#views = [...this.#entries.values()].map(({ record, state, underWay }) => ({
      id: record.id,
      name: record.filename,
      size: record.size,
      model: record.model,
      state,
      sentBytes: Math.min(record.size, storedBytes(record) + underWay),
    }));
    for (const listener of this.#listeners) listener();
  }
}
