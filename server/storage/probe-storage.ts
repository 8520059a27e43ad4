// Proves that storage can be written, read and cleared, with a file of its own.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Storage } from './storage.ts';

export const probeStorage = async (storage: Storage): Promise<void> => {
  const key = `probes/${randomUUID()}`;
  const content = Buffer.from(key);
  try {
    await storage.put(key, Readable.from([content]), {
      contentType: 'text/plain',
      maxBytes: content.byteLength,
    });
    const found = await storage.get(key);
    if (!found || !content.equals(await buffer(found.body))) throw new Error('storage lost a file');
  } finally {
    await storage.delete(key);
  }
};
