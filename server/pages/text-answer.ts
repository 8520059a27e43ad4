// An answer of text with an ETag, or 304 when the reader has it already.
import { createHash } from 'node:crypto';

const isKnown = (request: Request, etag: string): boolean =>
  (request.headers.get('if-none-match') ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === etag || tag === '*');

export const answerText = (
  request: Request,
  text: string,
  { type, cache }: { type: string; cache: string },
): Response => {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  const headers = { 'content-type': type, 'cache-control': cache, etag, 'access-control-allow-origin': '*' };
  if (isKnown(request, etag)) return new Response(null, { status: 304, headers });
  return new Response(text, { headers });
};
