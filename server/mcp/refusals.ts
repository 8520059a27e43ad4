// What is answered before the protocol is reached.
import { challengeOf } from '../auth/authenticate.ts';
import { errorTable } from '../contract/error-table.ts';
import type { AppError } from '../operations/app-error.ts';

const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

export const rpcRefusal = (
  status: number,
  code: number,
  message: string,
  extra: Record<string, string> = {},
): Response =>
  new Response(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } }), {
    status,
    headers: { ...headers, ...extra },
  });

export type McpPath = '/mcp' | '/mcp/account';

type Challenge = { siteUrl: string; path: McpPath; sentCredential: boolean; requestId: string };

/** RFC 9728: the client reads the metadata and starts OAuth from there. */
export const credentialRefusal = (error: AppError, challenge: Challenge): Response =>
  new Response(
    JSON.stringify({ error: error.code, message: error.message, request_id: challenge.requestId }),
    {
      status: errorTable[error.code].status,
      headers: {
        ...headers,
        'x-request-id': challenge.requestId,
        'www-authenticate': challengeOf(challenge.siteUrl, challenge.path, challenge.sentCredential),
      },
    },
  );
