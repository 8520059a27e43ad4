// JSON-RPC answers and errors of the agent endpoint, with google.rpc.ErrorInfo as A2A 1.0 section 9.5 has it.
import type { z } from 'zod';
import { A2AError, a2aErrorCodes } from '../contract/a2a-error.ts';

export type RpcId = string | number | null;

const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

export const resultObject = (id: RpcId, result: unknown) => ({ jsonrpc: '2.0', id, result });

export const errorObject = (id: RpcId, error: A2AError) => ({
  jsonrpc: '2.0',
  id,
  error: {
    code: a2aErrorCodes[error.reason],
    message: error.message,
    data: [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: error.reason,
        domain: 'a2a-protocol.org',
        metadata: error.metadata,
      },
    ],
  },
});

export const rpcAnswer = (body: unknown, status = 200, extra: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { ...headers, ...extra } });

/** Params checked against a shape; the sentence names the first field that is not right. */
export const parseParams = <Schema extends z.ZodType>(schema: Schema, params: unknown): z.output<Schema> => {
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const place = issue?.path.join('.') ?? '';
  throw new A2AError(
    'INVALID_PARAMS',
    `${place === '' ? 'params' : place}: ${issue?.message ?? 'not valid'}`,
    {
      field: place,
    },
  );
};
