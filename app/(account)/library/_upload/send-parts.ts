// Sends the parts that storage does not have yet, several at a time, each again and again while the line is bad.
import type { LanePool } from './lane-pool.ts';
import { missingParts, partBytes, type StoredPart, type UploadPlan } from './upload-record.ts';

/** The store will not take this part however often it is sent: its address has ended, or the upload is gone. */
export class PartRefused extends Error {
  constructor(status: number) {
    super(`A part was refused (${String(status)}).`);
  }
}

/** The part was tried as often as it makes sense; the person may try again when the line is back. */
export class LineLost extends Error {}

type PutPart = (
  url: string,
  bytes: Blob,
  options: { onBytes: (sent: number) => void; signal: AbortSignal },
) => Promise<string>;

export type SendTools = {
  put: PutPart;
  lanes: LanePool;
  /** Resolves after the time, or sooner when the browser says the line is back; rejects when aborted. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  random: () => number;
};

export type SendEvents = {
  /** Bytes on their way that storage has not confirmed. */
  onUnderWay: (bytes: number) => void;
  onStored: (part: StoredPart) => Promise<void>;
  /** Whether any part is waiting to be tried again. */
  onTrouble: (isTroubled: boolean) => void;
};

const lanesPerFile = 4;
const triesPerPart = 8;
const firstWaitMs = 1000;
const longestWaitMs = 30_000;

/** 1, 2, 4 … 30 seconds, each shortened or lengthened by a quarter so that many parts do not come back at once. */
export const retryDelayMs = (attempt: number, random: number): number =>
  Math.min(longestWaitMs, firstWaitMs * 2 ** (attempt - 1)) * (0.75 + random / 2);

export const sendParts = async (
  upload: { file: Blob; plan: UploadPlan; signal: AbortSignal },
  tools: SendTools,
  events: SendEvents,
): Promise<void> => {
  const { file, plan, signal } = upload;
  const waiting = missingParts(plan);
  const underWay = new Map<number, number>();
  const troubled = new Set<number>();
  const report = (n: number, sent: number | null) => {
    if (sent === null) underWay.delete(n);
    else underWay.set(n, sent);
    events.onUnderWay([...underWay.values()].reduce((sum, bytes) => sum + bytes, 0));
  };

  const tryOnce = async (part: { n: number; url: string }): Promise<string> => {
    const release = await tools.lanes.take(signal);
    const { start, end } = partBytes(plan, file.size, part.n);
    try {
      return await tools.put(part.url, file.slice(start, end), {
        signal,
        onBytes: (sent) => {
          if (sent > 0 && troubled.delete(part.n)) events.onTrouble(troubled.size > 0);
          report(part.n, Math.min(sent, end - start));
        },
      });
    } finally {
      release();
    }
  };

  const sendOne = async (part: { n: number; url: string }): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const etag = await tryOnce(part);
        await events.onStored({ n: part.n, etag });
        report(part.n, null);
        if (troubled.delete(part.n)) events.onTrouble(troubled.size > 0);
        return;
      } catch (error) {
        report(part.n, null);
        signal.throwIfAborted();
        if (error instanceof PartRefused) throw error;
        if (attempt >= triesPerPart) throw new LineLost('The line is gone.', { cause: error });
      }
      troubled.add(part.n);
      events.onTrouble(true);
      await tools.wait(retryDelayMs(attempt, tools.random()), signal);
    }
  };

  const lane = async (): Promise<void> => {
    for (let part = waiting.shift(); part; part = waiting.shift()) await sendOne(part);
  };
  await Promise.all(Array.from({ length: Math.min(lanesPerFile, waiting.length) }, lane));
};
