// The storage port: where songs, parts and stems lie. Keys are slash-separated ASCII paths chosen by us.
import type { Readable } from 'node:stream';

/** The etag is opaque and carries no quotes. */
export type StoredHead = { bytes: number; etag: string; contentType: string };
/** Inclusive at both ends; an end past the last byte means the last byte. */
export type ByteRange = { start: number; end: number };
export type UploadPartRef = { n: number; etag: string };

/** Who follows a signed address: the worker may reach the app by a nearer way than the public does. */
export type Audience = 'public' | 'worker';

export type Storage = {
  readonly name: 'local' | 'vercel-blob' | 's3';
  /** Writes the whole stream or nothing; more than maxBytes throws StorageTooLarge. */
  put(
    key: string,
    body: Readable,
    options: { contentType: string; maxBytes: number },
  ): Promise<{ bytes: number; etag: string }>;
  /** The bytes of the range, or all; null when there is no such file; a start past the end throws RangeError. */
  get(key: string, range?: ByteRange): Promise<{ head: StoredHead; body: Readable } | null>;
  head(key: string): Promise<StoredHead | null>;
  delete(key: string): Promise<void>;
  /** Everything below a prefix that ends with a slash. */
  deletePrefix(prefix: string): Promise<void>;
  /** Keys below a prefix that ends with a slash, or all ('') for sweeps and tests; pages inside. */
  list(prefix: string): AsyncIterable<string>;
  /** An address anyone may GET until it expires. */
  signGet(
    key: string,
    options: { expiresInSeconds: number; downloadName?: string; audience?: Audience },
  ): Promise<string>;
  /** An address a PUT of at most maxBytes may go to until it expires; a repeated PUT replaces the file. */
  signPut(
    key: string,
    options: { expiresInSeconds: number; maxBytes: number; contentType: string; audience?: Audience },
  ): Promise<string>;
  /** The parts may be PUT in any order, in parallel and again; each has exactly its length. */
  createUpload(
    key: string,
    options: { size: number; partSize: number; expiresInSeconds: number },
  ): Promise<{ id: string; parts: { n: number; url: string }[] }>;
  /** Joins the parts into the file at key, once and again; throws UploadPartRefused naming the part that is not right. */
  completeUpload(id: string, key: string, parts: readonly UploadPartRef[]): Promise<{ bytes: number }>;
  abortUpload(id: string, key: string): Promise<void>;
  /** Throws when storage cannot be written and read. */
  check(): Promise<void>;
  /** Only where the app itself serves the signed addresses. */
  readonly door?: StorageDoor;
};

/** What the app's own route does with a signed address; both throw StorageLinkRefused for one that is not right. */
export type StorageDoor = {
  openGet(key: string, query: URLSearchParams): { downloadName: string | null };
  put(
    key: string,
    query: URLSearchParams,
    body: Readable,
    claimed: { bytes: number | null; md5: string | null },
  ): Promise<{ etag: string }>;
};

/** The address is changed, expired, or not meant for this. */
export class StorageLinkRefused extends Error {}

/** The upload that a part belongs to is finished or gone. */
export class StorageUploadGone extends Error {}

/** The bytes are not the ones that were announced: fewer, or with another checksum. */
export class StorageBodyWrong extends Error {}

export class StorageTooLarge extends Error {
  readonly maxBytes: number;
  constructor(maxBytes: number) {
    super(`more than ${maxBytes} bytes`);
    this.maxBytes = maxBytes;
  }
}

export type PartProblem = 'missing' | 'mismatch' | 'unknown' | 'duplicate' | 'wrong_size';

export class UploadPartRefused extends Error {
  readonly n: number;
  readonly problem: PartProblem;
  constructor(n: number, problem: PartProblem) {
    super(`part ${n}: ${problem}`);
    this.n = n;
    this.problem = problem;
  }
}
