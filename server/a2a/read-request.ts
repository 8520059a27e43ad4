// Reads one JSON-RPC request: form, size, version; nothing of it is acted on before all of it is right.
import { A2AError } from '../contract/a2a-error.ts';
import { limits } from '../contract/limits.ts';
import type { RpcId } from './rpc-answer.ts';

export type RpcRequest = { id: RpcId; method: string; params: unknown };

const tooLarge = () =>
  new A2AError('INVALID_REQUEST', `The body is larger than ${limits.jsonBodyBytes} bytes.`);

const readText = async (request: Request): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limits.jsonBodyBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new A2AError('PARSE_ERROR', 'The body is not JSON.');
  }
};

export const isJson = (request: Request): boolean =>
  /^application\/(json|a2a\+json|[\w.-]+\+json)\s*(;|$)/i.test(request.headers.get('content-type') ?? '');

/** Absent is served: the method names of 1.0 are found in no older version. */
export const requireVersion = (request: Request): void => {
  const asked =
    request.headers.get('a2a-version') ?? new URL(request.url).searchParams.get('A2A-Version') ?? '';
  if (asked.trim() !== '' && !/^1\.0(\.\d+)?$/.test(asked.trim())) {
    throw new A2AError('VERSION_NOT_SUPPORTED', 'Only A2A 1.0 is served.', { supported: '1.0' });
  }
};

export const readRequest = async (request: Request): Promise<{ id: RpcId; read: () => RpcRequest }> => {
  const body = parse(await readText(request));
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  const { jsonrpc, id, method, params } = (isObject ? body : {}) as Record<string, unknown>;
  const isId = typeof id === 'string' || id === null || (typeof id === 'number' && Number.isInteger(id));
  return {
    id: isId ? id : null,
    read: () => {
      const refuse = (sentence: string) => new A2AError('INVALID_REQUEST', sentence);
      if (!isObject) throw refuse('Send one JSON-RPC request object.');
      if (jsonrpc !== '2.0') throw refuse('jsonrpc must be "2.0".');
      if (!isId) throw refuse('id must be a string or a whole number.');
      if (typeof method !== 'string' || method === '') throw refuse('method must be a string.');
      if ((params ?? null) !== null && (typeof params !== 'object' || Array.isArray(params))) {
        throw new A2AError('INVALID_PARAMS', 'params must be an object.');
      }
      return { id, method, params: params ?? {} };
    },
  };
};
