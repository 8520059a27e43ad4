// Size and CRC-32 of a finished file, as a store-only ZIP needs them.
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

export type FileChecksum = { bytes: number; crc32: number };

export const fileChecksum = async (path: string): Promise<FileChecksum> => {
  const file = await open(path, 'r');
  try {
    const memory = Buffer.allocUnsafeSlow(256 * 1024);
    let bytes = 0;
    let sum = 0;
    for (;;) {
      const { bytesRead } = await file.read(memory, 0, memory.length, bytes);
      if (bytesRead === 0) return { bytes, crc32: sum >>> 0 };
      bytes += bytesRead;
      sum = crc32(memory.subarray(0, bytesRead), sum);
    }
  } finally {
    await file.close();
  }
};
