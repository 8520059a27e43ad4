// Decides whether a request needs a credential: any call of a protected tool does, anywhere in a batch.
import { isMcpToolName, mcpTools } from '../contract/mcp-tools.ts';

type Message = { method?: unknown; params?: unknown };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const callsProtectedTool = (message: unknown): boolean => {
  if (!isObject(message)) return false;
  const { method, params } = message as Message;
  if (method !== 'tools/call' || !isObject(params)) return false;
  const name = params['name'];
  return isMcpToolName(name) && mcpTools[name].credential === 'required';
};

/** Unknown tools fall through to the protocol's own error. */
export const needsCredential = (body: unknown): boolean =>
  Array.isArray(body) ? body.some(callsProtectedTool) : callsProtectedTool(body);
