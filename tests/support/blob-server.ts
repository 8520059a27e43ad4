// Speaks Vercel Blob's HTTP API on loopback: the control plane the SDK calls and the private host it reads from.
// Written against the calls of @vercel/blob 2.8; signatures, expiry and size limits of presigned addresses are checked.
import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { ReadableStream as NodeWebStream } from 'node:stream/web';
import { startWebServer } from './web-server.ts';

type Blob = { content: Buffer; contentType: string; etag: string; uploadedAt: string };
type Multipart = {
  pathname: string;
  contentType: string;
  parts: Map<number, { content: Buffer; etag: string }>;
};
type Scope = {
  storeId: string;
  pathname: string;
  operations: string[];
  validUntil: number;
  maximumSizeInBytes?: number;
};

const storeId = 'teststore01';
export const blobToken = `vercel_blob_rw_${storeId}_secretsecretsecret`;
/** Where the global dispatcher of a test leads the SDK's reads. */
export const readPrefix = '/private-host/';

const secret = 'delegations';
const md5 = (content: Buffer): string => `"${createHash('md5').update(content).digest('hex')}"`;
const mac = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64url');
const same = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

const failure = (status: number, code: string, message: string): Response =>
  Response.json({ error: { code, message } }, { status });
const forbidden = (): Response => failure(403, 'forbidden', 'Access denied');
const missing = (): Response => failure(404, 'not_found', 'The requested blob does not exist');

/** The canonical text the SDK signs: operation, path and the signed parameters, sorted. */
const canonical = (operation: string, pathname: string, query: URLSearchParams): string => {
  const unsigned = new Set(['vercel-blob-delegation', 'vercel-blob-signature']);
  const signed = [...query].filter(
    ([name, value]) => name.startsWith('vercel-blob-') && !unsigned.has(name) && value,
  );
  const lines = signed.map(([name, value]) => `${name}=${value}`);
  return [`operation=${operation}`, `pathname=${pathname}`, ...lines].sort().join('\n');
};

const readScope = (delegation: string): Scope | null => {
  const [payload = '', signature = ''] = delegation.split('.');
  if (!same(mac(secret, payload), signature)) return null;
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Scope;
};

const isPresigned = (operation: string, pathname: string, query: URLSearchParams): boolean => {
  const delegation = query.get('vercel-blob-delegation') ?? '';
  const scope = delegation.includes('.') ? readScope(delegation) : null;
  if (!scope || !scope.operations.includes(operation)) return false;
  if (scope.pathname !== '*' && scope.pathname !== pathname) return false;
  const validUntil = Math.min(
    scope.validUntil,
    Number(query.get('vercel-blob-valid-until') ?? scope.validUntil),
  );
  const expected = mac(mac(`${secret}-client`, delegation), canonical(operation, pathname, query));
  return validUntil > Date.now() && same(expected, query.get('vercel-blob-signature') ?? '');
};

const bodyOf = async (request: Request): Promise<Buffer> =>
  request.body ? buffer(request.body as NodeWebStream<Uint8Array>) : Buffer.alloc(0);

export type BlobServer = { url: string; close: () => Promise<void> };

export const startBlobServer = async (): Promise<BlobServer> => {
  const blobs = new Map<string, Blob>();
  const uploads = new Map<string, Multipart>();

  const describe = (pathname: string, blob: Blob) => {
    const url = `https://${storeId}.private.blob.vercel-storage.com/${pathname}`;
    return {
      url,
      downloadUrl: `${url}?download=1`,
      pathname,
      size: blob.content.length,
      contentType: blob.contentType,
      contentDisposition: 'inline',
      cacheControl: 'private',
      uploadedAt: blob.uploadedAt,
      etag: blob.etag,
    };
  };
  const store = (pathname: string, content: Buffer, contentType: string): Response => {
    const blob = { content, contentType, etag: md5(content), uploadedAt: new Date().toISOString() };
    blobs.set(pathname, blob);
    return Response.json(describe(pathname, blob), { headers: { etag: blob.etag } });
  };

  const putBlob = async (request: Request, query: URLSearchParams): Promise<Response> => {
    const pathname = query.get('pathname') ?? '';
    // Read before it is refused: a body left on the connection would break the next request.
    const content = await bodyOf(request);
    const isOwner = request.headers.get('authorization') === `Bearer ${blobToken}`;
    if (!isOwner && !isPresigned('put', pathname, query)) return forbidden();
    const mayReplace =
      request.headers.get('x-allow-overwrite') === '1' || query.get('vercel-blob-allow-overwrite') === 'true';
    if (blobs.has(pathname) && !mayReplace) return failure(400, 'bad_request', 'This blob already exists');
    const limit = Number(query.get('vercel-blob-maximum-size-in-bytes') ?? Infinity);
    if (content.length > limit)
      return failure(400, 'file_too_large', 'the file length cannot be greater than it');
    const type = request.headers.get('x-content-type') ?? request.headers.get('content-type');
    return store(pathname, content, type ?? 'application/octet-stream');
  };

  const multipart = async (request: Request, query: URLSearchParams): Promise<Response> => {
    const pathname = query.get('pathname') ?? '';
    const action = request.headers.get('x-mpu-action');
    if (action === 'create') {
      const uploadId = randomUUID();
      uploads.set(uploadId, {
        pathname,
        contentType: request.headers.get('x-content-type') ?? '',
        parts: new Map(),
      });
      return Response.json({ uploadId, key: pathname });
    }
    const upload = uploads.get(request.headers.get('x-mpu-upload-id') ?? '');
    if (!upload || decodeURIComponent(request.headers.get('x-mpu-key') ?? '') !== upload.pathname)
      return missing();
    const body = await bodyOf(request);
    if (action === 'upload') {
      const etag = md5(body);
      upload.parts.set(Number(request.headers.get('x-mpu-part-number')), { content: body, etag });
      return Response.json({ etag });
    }
    const listed = JSON.parse(body.toString()) as { partNumber: number; etag: string }[];
    const parts = listed.map(({ partNumber, etag }) => {
      const part = upload.parts.get(partNumber);
      return part?.etag === etag ? part.content : null;
    });
    const isShort = parts.slice(0, -1).some((part) => (part?.length ?? 0) < 5_000_000);
    if (isShort || parts.includes(null)) return failure(400, 'bad_request', 'A part is too small or unknown');
    return store(pathname, Buffer.concat(parts.filter((part) => part !== null)), upload.contentType);
  };

  const list = (query: URLSearchParams): Response => {
    const limit = Number(query.get('limit') ?? 1000);
    const keys = [...blobs.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort();
    const from = query.get('cursor') ? keys.findIndex((key) => key > (query.get('cursor') ?? '')) : 0;
    const page = from < 0 ? [] : keys.slice(from, from + limit);
    const hasMore = from >= 0 && from + limit < keys.length;
    const entries = page.flatMap((key) => {
      const blob = blobs.get(key);
      return blob ? [describe(key, blob)] : [];
    });
    return Response.json({ blobs: entries, hasMore, ...(hasMore ? { cursor: page.at(-1) } : {}) });
  };

  const issueToken = async (request: Request): Promise<Response> => {
    const asked = JSON.parse((await bodyOf(request)).toString()) as Partial<Scope>;
    const scope = {
      storeId,
      ownerId: 'owner',
      pathname: '*',
      operations: ['get'],
      iat: Date.now(),
      validUntil: Date.now() + 3_600_000,
      ...asked,
    };
    const payload = Buffer.from(JSON.stringify(scope)).toString('base64url');
    const delegationToken = `${payload}.${mac(secret, payload)}`;
    return Response.json({
      delegationToken,
      clientSigningToken: mac(`${secret}-client`, delegationToken),
      validUntil: scope.validUntil,
    });
  };

  const control = async (request: Request, url: URL): Promise<Response> => {
    if (request.method === 'PUT') return putBlob(request, url.searchParams);
    if (request.headers.get('authorization') !== `Bearer ${blobToken}`) return forbidden();
    if (url.pathname === '/signed-token') return issueToken(request);
    if (url.pathname === '/mpu') return multipart(request, url.searchParams);
    if (url.pathname === '/delete') {
      const { urls } = JSON.parse((await bodyOf(request)).toString()) as { urls: string[] };
      for (const key of urls) blobs.delete(key);
      return Response.json(null);
    }
    const key = url.searchParams.get('url');
    if (key === null) return list(url.searchParams);
    const blob = blobs.get(key);
    return blob ? Response.json(describe(key, blob)) : missing();
  };

  const read = (request: Request, url: URL): Response => {
    let pathname: string;
    try {
      pathname = decodeURIComponent(url.pathname.slice(readPrefix.length));
    } catch {
      return failure(400, 'bad_request', 'Not a path');
    }
    const isOwner = request.headers.get('authorization') === `Bearer ${blobToken}`;
    if (request.method !== 'GET') return failure(405, 'bad_request', 'Only GET');
    if (!isOwner && !isPresigned('get', pathname, url.searchParams)) return forbidden();
    const blob = blobs.get(pathname);
    if (!blob) return missing();
    const headers = new Headers({ 'content-type': blob.contentType, etag: blob.etag });
    if (url.searchParams.get('download') === '1') headers.set('content-disposition', 'attachment');
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.get('range') ?? '');
    if (!range) headers.set('content-length', String(blob.content.length));
    if (!range) return new Response(new Uint8Array(blob.content), { headers });
    const start = Number(range[1]);
    const end = Math.min(Number(range[2]), blob.content.length - 1);
    if (start > end) return new Response(null, { status: 416 });
    headers.set('content-length', String(end - start + 1));
    headers.set('content-range', `bytes ${start}-${end}/${blob.content.length}`);
    return new Response(new Uint8Array(blob.content.subarray(start, end + 1)), { status: 206, headers });
  };

  return startWebServer(async (request) => {
    const url = new URL(request.url);
    return url.pathname.startsWith(readPrefix) ? read(request, url) : control(request, url);
  });
};
