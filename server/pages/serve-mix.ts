// POST /share/{share_id}/mix: the mix of a practice room as MP3, made by a worker's encoder.
import { mixWish } from '../contract/mix.ts';
import { validationIssues } from '../contract/validation-issues.ts';
import { getServices } from '../deps.ts';
import { AppError } from '../operations/app-error.ts';
import { exportMix } from '../operations/share/export-mix.ts';
import { refusal } from './share-refusal.ts';

const bodyBytesMax = 16 * 1024;

const readText = async (request: Request): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) {
      throw new AppError('file_too_large', { message: 'The wish for a mix is too large.' });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const readWish = async (request: Request) => {
  const text = await readText(request);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw new AppError('bad_request', { cause: error });
  }
  const parsed = mixWish.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new AppError('validation_failed', { detail: validationIssues('body', parsed.error) });
};

export const serveMix = async (
  request: Request,
  { params }: { params: Promise<{ shareId: string }> },
): Promise<Response> => {
  const services = await getServices();
  try {
    const { shareId } = await params;
    const wish = await readWish(request);
    const { body, bytes } = await exportMix(services, { shareId, wish }, request.signal);
    return new Response(body, {
      headers: {
        'content-type': 'audio/mpeg',
        'x-exact-length': String(bytes),
        'content-disposition': 'attachment; filename="mix.mp3"',
        'cache-control': 'no-store',
      },
    });
  } catch (error) {
    return refusal(error, services);
  }
};
