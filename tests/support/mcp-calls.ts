// Bare JSON-RPC to the MCP server in both eras, for tests that look at single answers.
import { postJson } from './oauth-app.ts';

export type Rpc = {
  status: number;
  headers: Headers;
  result: Record<string, unknown> | undefined;
  error: { code: number; message: string; data?: unknown } | undefined;
  body: unknown;
};

const accept = { accept: 'application/json, text/event-stream' };
export const bearer = (secret: string | null): Record<string, string> =>
  secret === null ? {} : { authorization: `Bearer ${secret}` };

const lastMessage = (text: string): unknown => {
  const data = text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => line.slice(6))
    .at(-1);
  return JSON.parse(data ?? (text === '' ? 'null' : text));
};

export const readRpc = async (response: Response): Promise<Rpc> => {
  const body = lastMessage(await response.text());
  const message = (Array.isArray(body) ? body[0] : body) as Partial<Rpc> | null;
  return {
    status: response.status,
    headers: response.headers,
    result: message?.result,
    error: typeof message?.error === 'object' ? message.error : undefined,
    body,
  };
};

export const legacyRequest = (method: string, params: object = {}, id = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

/** The era of 2025-11-25 and before. */
export const callLegacy = async (url: string, body: unknown, secret: string | null = null): Promise<Rpc> =>
  readRpc(await postJson(url, body, { ...accept, 'mcp-protocol-version': '2025-11-25', ...bearer(secret) }));

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

type Modern = { params?: Record<string, unknown>; secret?: string | null; headers?: Record<string, string> };

export const modernResponse = (url: string, method: string, options: Modern = {}): Promise<Response> => {
  const { _meta, ...params } = options.params ?? {};
  const name = params['name'] ?? params['uri'];
  const body = legacyRequest(method, { ...params, _meta: { ...envelope, ...(_meta as object | undefined) } });
  return postJson(url, body, {
    ...accept,
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
    ...bearer(options.secret ?? null),
    ...options.headers,
  });
};

/** The era of 2026-07-28. */
export const callModern = async (url: string, method: string, options: Modern = {}): Promise<Rpc> =>
  readRpc(await modernResponse(url, method, options));

export type ToolResult = {
  isError?: boolean;
  structuredContent: Record<string, unknown>;
  content: { type: string; text?: string; uri?: string; mimeType?: string }[];
};

export const callTool = async (
  url: string,
  name: string,
  args: object,
  secret: string | null = null,
): Promise<Rpc & { tool: ToolResult }> => {
  const rpc = await callModern(url, 'tools/call', { params: { name, arguments: args }, secret });
  return { ...rpc, tool: rpc.result as unknown as ToolResult };
};
