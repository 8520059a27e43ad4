// Serves /mcp and /mcp/account: address, method, size and credential first, then the protocol in either era.
import { createMcpHandler, isJsonContentType, type McpHttpHandler } from '@modelcontextprotocol/server';
import { authenticate } from '../auth/authenticate.ts';
import { limits } from '../contract/limits.ts';
import { getServices } from '../deps.ts';
import { AppError } from '../operations/app-error.ts';
import type { Actor, Services } from '../operations/context.ts';
import { newRequestId } from '../operations/request-id.ts';
import { buildServer, type Caller } from './build-server.ts';
import { needsCredential } from './credential-gate.ts';
import { isForeign } from './own-address.ts';
import { credentialRefusal, type McpPath, rpcRefusal } from './refusals.ts';

/** Calls the public tools; it owns nothing. */
const nobody: Actor = { kind: 'key', accountId: '', keyId: '' };

const callers = new WeakMap<Request, Caller>();
let handler: McpHttpHandler | undefined;

/** One handler a process; who calls travels with the request. */
const protocol = ({ log }: Services): McpHttpHandler => {
  handler ??= createMcpHandler(
    ({ requestInfo }) => {
      const caller = requestInfo && callers.get(requestInfo);
      if (!caller) throw new Error('an MCP request without its caller');
      return buildServer(caller);
    },
    { legacy: 'stateless', onerror: (error) => log.info('mcp_refused', { why: error.message }) },
  );
  return handler;
};

type Body = { ok: true; json: unknown } | { ok: false; response: Response };

const readBody = async (request: Request): Promise<Body> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limits.jsonBodyBytes) {
      const message = `The body is larger than ${limits.jsonBodyBytes} bytes.`;
      return { ok: false, response: rpcRefusal(413, -32600, message) };
    }
    chunks.push(chunk);
  }
  try {
    return { ok: true, json: JSON.parse(Buffer.concat(chunks).toString('utf8')) };
  } catch {
    return { ok: false, response: rpcRefusal(400, -32700, 'Parse error: the body is not JSON.') };
  }
};

const refuseForm = (request: Request, siteUrl: string): Response | null => {
  if (isForeign(request, siteUrl)) {
    return rpcRefusal(403, -32600, `This server answers to ${siteUrl} only; check Host and Origin.`);
  }
  if (request.method !== 'POST') {
    const message = 'Only POST is served: there are no sessions and no standing streams.';
    return rpcRefusal(405, -32000, message, { allow: 'POST' });
  }
  if (!isJsonContentType(request.headers.get('content-type'))) {
    return rpcRefusal(415, -32600, 'Send Content-Type: application/json.');
  }
  return null;
};

const serve = async (request: Request, path: McpPath): Promise<Response> => {
  const services = await getServices();
  const { SITE_URL } = services.env;
  const refused = refuseForm(request, SITE_URL);
  if (refused) return refused;
  const authorization = request.headers.get('authorization');
  const requestId = newRequestId();
  const body = await readBody(request);
  if (!body.ok && path === '/mcp' && authorization === null) return body.response;
  let actor: Actor = nobody;
  try {
    const required =
      path === '/mcp/account' || authorization !== null || (body.ok && needsCredential(body.json));
    if (required) actor = await authenticate(services, authorization, path);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const sentCredential = authorization !== null;
    return credentialRefusal(error, { siteUrl: SITE_URL, path, sentCredential, requestId });
  }
  if (!body.ok) return body.response;
  callers.set(request, { services, actor, requestId });
  const response = await protocol(services).fetch(request, { parsedBody: body.json });
  response.headers.set('x-request-id', requestId);
  return response;
};

const guarded =
  (path: McpPath) =>
  async (request: Request): Promise<Response> => {
    try {
      return await serve(request, path);
    } catch (error) {
      const { log } = await getServices();
      log.error('mcp_failed', { path, error });
      return rpcRefusal(500, -32603, 'Something went wrong on our side. Try again.');
    }
  };

export const serveMcp = guarded('/mcp');
export const serveMcpAccount = guarded('/mcp/account');
