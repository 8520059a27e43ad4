// What an edge needs to serve a file: its description, and its bytes or any one range of them.
import type { Readable } from 'node:stream';
import type { ByteRange } from '../../storage/storage.ts';

export type ServedFile = {
  bytes: number;
  /** Opaque, without quotes. */
  etag: string;
  contentType: string;
  /** Set where a browser is to save the file under this name. */
  downloadName: string | null;
  open: (range: ByteRange) => Promise<Readable>;
};
