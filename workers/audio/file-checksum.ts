// Size and CRC-32 of a finished file, as a store-only ZIP needs them.
import { createReadStream } from 'node:fs';
import { crc32 } from 'node:zlib';

export type FileChecksum = { bytes: number; crc32: number };

export const fileChecksum = async (path: string): Promise<FileChecksum> => {
  let bytes = 0;
  let sum = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    bytes += (chunk as Buffer).length;
    sum = crc32(chunk as Buffer, sum);
  }
  return { bytes, crc32: sum >>> 0 };
};
