// The ingest port: fetches a song from a link a user gave, under every guard, into a sink.
import type { Readable } from 'node:stream';
import type { FailureReason } from '../contract/failure-reasons.ts';

export type FetchedSong = { bytes: number; filename: string | null };

export type Ingest = {
  /** Checks the form of a link before it is accepted: null, or the sentence that refuses it. */
  refusalOf(audioUrl: string): string | null;
  /** Streams the song into `sink`; throws FetchRefused with a reason of the contract. */
  fetchSong(
    audioUrl: string,
    options: { maxBytes: number; signal: AbortSignal; sink: (body: Readable) => Promise<void> },
  ): Promise<FetchedSong>;
  /** The text of a small public document over https, no redirects; throws FetchRefused under the same guards. */
  fetchDocument(address: string, options: { maxBytes: number; signal: AbortSignal }): Promise<string>;
};

type RefusalOptions = {
  /** Whether trying again a little later may help: the other side was slow, away or overloaded. */
  isTransient?: boolean;
  cause?: unknown;
};

/** The message is a sentence for the musician. */
export class FetchRefused extends Error {
  readonly reason: FailureReason;
  readonly isTransient: boolean;
  constructor(reason: FailureReason, message: string, options: RefusalOptions = {}) {
    super(message, { cause: options.cause });
    this.reason = reason;
    this.isTransient = options.isTransient ?? false;
  }
}
