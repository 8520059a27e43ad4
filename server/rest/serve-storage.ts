// The signed addresses of the local store: songs to the worker, stems from it, and parts of uploads from anywhere.
import { getServices } from '../deps.ts';
import { AppError } from '../operations/app-error.ts';
import type { Services } from '../operations/context.ts';
import { openStoredLink } from '../operations/files/open-stored-link.ts';
import { writeStoredLink } from '../operations/files/write-stored-link.ts';
import { fileError } from './file-error.ts';
import { openBody } from './request-body.ts';
import { serveBytes } from './serve-bytes.ts';

type StorageServices = Pick<Services, 'env' | 'log' | 'storage'>;

/** The address is the credential and no cookie is read, so any page may use it. */
const cors = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Content-Range, Accept-Ranges, X-Request-Id',
};

const contentLength = (request: Request): number | null => {
  const header = request.headers.get('content-length');
  return header === null || !/^\d{1,15}$/.test(header) ? null : Number(header);
};

const contentMd5 = (request: Request): string | null => {
  const header = request.headers.get('content-md5');
  return header === null ? null : Buffer.from(header, 'base64').toString('hex');
};

const write = async (services: StorageServices, request: Request, key: string): Promise<Response> => {
  const body = openBody(request);
  try {
    const { etag } = await writeStoredLink(services, key, new URL(request.url).searchParams, {
      body: body.stream,
      bytes: contentLength(request),
      md5: contentMd5(request),
    });
    return new Response(null, { status: 200, headers: { ...cors, etag: `"${etag}"` } });
  } catch (error) {
    throw body.brokeOff()
      ? new AppError('bad_request', { message: 'The body broke off.', cause: error })
      : error;
  } finally {
    await body.finish();
  }
};

/** The path below /storage/; what cannot be decoded cannot be a key either. */
const keyOf = (request: Request): string => {
  try {
    return decodeURIComponent(new URL(request.url).pathname.slice('/storage/'.length));
  } catch {
    throw new AppError('not_found');
  }
};

const preflight = (): Response => {
  const allowed = {
    'access-control-allow-methods': 'GET, HEAD, PUT',
    'access-control-allow-headers': 'Content-Type, Content-MD5, Range',
    'access-control-max-age': '86400',
  };
  return new Response(null, { status: 204, headers: { ...cors, ...allowed } });
};

export const answerStorage = async (services: StorageServices, request: Request): Promise<Response> => {
  if (request.method === 'OPTIONS') return preflight();
  try {
    const key = keyOf(request);
    if (request.method === 'PUT') return await write(services, request, key);
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new AppError('method_not_allowed');
    const file = await openStoredLink(services, key, new URL(request.url).searchParams);
    return await serveBytes(request, file, { ...cors, 'cache-control': 'private, no-store' });
  } catch (error) {
    return fileError(error, services, cors);
  }
};

export const serveStorage = async (request: Request): Promise<Response> =>
  answerStorage(await getServices(), request);
