// Writes a file or an upload's part to the signed address of the local store that was given out for it.
import type { Readable } from 'node:stream';
import {
  StorageBodyWrong,
  StorageLinkRefused,
  StorageTooLarge,
  StorageUploadGone,
} from '../../storage/storage.ts';
import { AppError } from '../app-error.ts';
import type { Services } from '../context.ts';
import { linkRefused } from './open-stored-link.ts';

type Incoming = { body: Readable; bytes: number | null; md5: string | null };

const refusal = (error: unknown): unknown => {
  if (error instanceof StorageLinkRefused) return linkRefused(error);
  if (error instanceof StorageTooLarge) {
    const message = `At most ${error.maxBytes} bytes may be sent to this address.`;
    return new AppError('file_too_large', { message, cause: error });
  }
  if (error instanceof StorageBodyWrong) {
    const message = 'The bytes are not as many as belong here, or not the ones announced. Send them again.';
    return new AppError('bad_request', { message, cause: error });
  }
  if (error instanceof StorageUploadGone) return new AppError('upload_expired', { cause: error });
  return error;
};

export const writeStoredLink = async (
  services: Pick<Services, 'storage'>,
  key: string,
  query: URLSearchParams,
  incoming: Incoming,
): Promise<{ etag: string }> => {
  const { door } = services.storage;
  if (!door) throw new AppError('not_found');
  try {
    return await door.put(key, query, incoming.body, { bytes: incoming.bytes, md5: incoming.md5 });
  } catch (error) {
    throw refusal(error);
  }
};
