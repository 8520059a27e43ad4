// Counts and hashes a stream on its way into storage and ends it when it grows past its cap.
import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { StorageTooLarge } from './storage.ts';

export class MeasuredBody extends Transform {
  bytes = 0;
  readonly #md5 = createHash('md5');
  readonly #maxBytes: number;

  constructor(maxBytes: number) {
    super();
    this.#maxBytes = maxBytes;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.bytes += chunk.byteLength;
    if (this.bytes > this.#maxBytes) {
      done(new StorageTooLarge(this.#maxBytes));
      return;
    }
    this.#md5.update(chunk);
    this.push(chunk);
    done();
  }

  /** To be asked once, after the end. */
  md5(): string {
    return this.#md5.digest('hex');
  }
}
