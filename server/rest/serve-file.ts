// GET /files/{split_id}/{filename}?key=…: a split's stems, previews, waveforms and ZIP.
import { AppError } from '../operations/app-error.ts';
import type { Services } from '../operations/context.ts';
import { openFile } from '../operations/files/open-file.ts';
import { fileError } from './file-error.ts';
import { serveBytes } from './serve-bytes.ts';

/** A finished file never changes; a private cache may keep it for a day after its song was deleted. */
const cacheControl = 'private, max-age=86400, immutable';

const segmentsOf = (request: Request): string[] => {
  try {
    return new URL(request.url).pathname.split('/').slice(2).map(decodeURIComponent);
  } catch {
    return [];
  }
};

export type FileDoor = Pick<Services, 'db' | 'env' | 'hotReads' | 'log' | 'storage'>;

export const answerFile = async (services: FileDoor, request: Request): Promise<Response> => {
  // Only the site's own pages read the bytes from script; a plain link or an audio element needs no leave.
  const cors = { 'access-control-allow-origin': new URL(services.env.SITE_URL).origin };
  try {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw new AppError('method_not_allowed', { message: 'Files can only be read: send GET or HEAD.' });
    }
    const [splitId = '', filename = '', ...more] = segmentsOf(request);
    if (more.length > 0) throw new AppError('not_found');
    const key = new URL(request.url).searchParams.get('key');
    const file = await openFile(services, { splitId, filename, key });
    return await serveBytes(request, file, { ...cors, 'cache-control': cacheControl });
  } catch (error) {
    return fileError(error, services, { ...cors, allow: 'GET, HEAD' });
  }
};
