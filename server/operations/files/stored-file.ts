// A file of storage as an edge serves it; a file that goes away while it is asked for is not found.
import type { Services } from '../context.ts';
import { AppError } from '../app-error.ts';
import type { ServedFile } from './served-file.ts';

export const storedFile = async (
  services: Pick<Services, 'storage'>,
  key: string,
  shown: { downloadName: string | null; contentType?: string },
): Promise<ServedFile> => {
  const head = await services.storage.head(key);
  if (!head) throw new AppError('not_found');
  return {
    bytes: head.bytes,
    etag: head.etag,
    contentType: shown.contentType ?? head.contentType,
    downloadName: shown.downloadName,
    async open(range) {
      const found = await services.storage.get(key, range);
      if (!found) throw new AppError('not_found');
      return found.body;
    },
  };
};
