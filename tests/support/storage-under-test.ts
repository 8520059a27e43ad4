// What the tests of the storage port share: the adapter under test, and its files as bytes.
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Storage } from '../../server/storage/storage.ts';

export type StorageUnderTest = {
  storage: Storage;
  /** The smallest part the service takes besides the last one. */
  minPartBytes: number;
  /** Whether signed PUT addresses bound the length themselves; S3's cannot. */
  capsSignedPuts: boolean;
};

export const type = 'audio/mpeg';
export const stream = (...chunks: Buffer[]): Readable => Readable.from(chunks);
export const allOf = async (storage: Storage, prefix: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const key of storage.list(prefix)) keys.push(key);
  return keys.sort();
};
export const contentOf = async (storage: Storage, key: string): Promise<Buffer | null> => {
  const found = await storage.get(key);
  return found ? buffer(found.body) : null;
};
export const put = (storage: Storage, key: string, content: Buffer, contentType = type) =>
  storage.put(key, stream(content), { contentType, maxBytes: content.byteLength });
