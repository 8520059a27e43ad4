// Reads what a signed address of the local store names; the address itself is the credential.
import { StorageLinkRefused } from '../../storage/storage.ts';
import { AppError } from '../app-error.ts';
import type { Services } from '../context.ts';
import type { ServedFile } from './served-file.ts';
import { storedFile } from './stored-file.ts';

export const linkRefused = (cause: unknown): AppError =>
  new AppError('forbidden', {
    message: 'This address has expired, was changed, or is not meant for this. Ask for a new one.',
    cause,
  });

export const openStoredLink = async (
  services: Pick<Services, 'storage'>,
  key: string,
  query: URLSearchParams,
): Promise<ServedFile> => {
  const { door } = services.storage;
  if (!door) throw new AppError('not_found');
  try {
    const { downloadName } = door.openGet(key, query);
    return await storedFile(services, key, { downloadName });
  } catch (error) {
    throw error instanceof StorageLinkRefused ? linkRefused(error) : error;
  }
};
