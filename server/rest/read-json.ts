// Reads a JSON body within its size limit; every way it can be wrong has its own answer.
import { limits } from '../contract/limits.ts';
import { AppError } from '../operations/app-error.ts';

const isJson = (contentType: string | null): boolean =>
  /^application\/([a-z0-9.+-]+\+)?json\s*(;|$)/i.test(contentType ?? '');

const invalidJson = (position: number, problem: string): AppError =>
  new AppError('validation_failed', {
    detail: [{ loc: ['body', position], msg: `JSON decode error: ${problem}`, type: 'json_invalid' }],
  });

const readBytes = async (request: Request, maxBytes: number): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  if (!request.body) return Buffer.alloc(0);
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      await reader.cancel();
      throw new AppError('file_too_large', {
        message: `A JSON body may be ${maxBytes} bytes at most. Send files by /uploads or as a form.`,
      });
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks);
};

export const readJson = async (request: Request): Promise<unknown> => {
  if (!isJson(request.headers.get('content-type'))) throw new AppError('unsupported_media_type');
  if (Number(request.headers.get('content-length') ?? 0) > limits.jsonBodyBytes) {
    throw new AppError('file_too_large');
  }
  let bytes: Buffer;
  try {
    bytes = await readBytes(request, limits.jsonBodyBytes);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('bad_request', { message: 'The body broke off. Send it again.', cause: error });
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidJson(0, 'the body is not UTF-8');
  }
  if (text.trim() === '') return undefined;
  // Postgres stores no NUL in texts, so a name that carries one can only be an attack or an accident.
  if (text.includes('\\u0000')) throw invalidJson(text.indexOf('\\u0000'), 'NUL is not accepted');
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = Number(/position (\d+)/.exec(String(error))?.[1] ?? 0);
    throw invalidJson(position, 'not valid JSON');
  }
};
