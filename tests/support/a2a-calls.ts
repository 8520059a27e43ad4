// Bare JSON-RPC to the agent endpoint, for tests that look at single answers.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { TaskPageWire, TaskWire } from '../../server/contract/a2a.ts';
import { bearer } from './mcp-calls.ts';
import { postJson } from './oauth-app.ts';

export type A2AAnswer = {
  status: number;
  result: Record<string, unknown>;
  error: { code: number; message: string; data?: Record<string, unknown>[] };
};

export const a2aRequest = (method: string, params: unknown, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

export class AgentCaller {
  readonly url: string;
  readonly secret: string;
  constructor(site: string, secret: string) {
    this.url = `${site}/a2a`;
    this.secret = secret;
  }

  post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return postJson(this.url, body, { 'a2a-version': '1.0', ...bearer(this.secret), ...headers });
  }

  async call(method: string, params: unknown, headers: Record<string, string> = {}): Promise<A2AAnswer> {
    const response = await this.post(a2aRequest(method, params), headers);
    return { status: response.status, ...((await response.json()) as Omit<A2AAnswer, 'status'>) };
  }

  /** The error's code, after looking at its details. */
  async refusal(method: string, params: unknown, headers: Record<string, string> = {}): Promise<number> {
    const { status, error } = await this.call(method, params, headers);
    assert.equal(status, 200);
    assert.equal(error.data?.[0]?.['@type'], 'type.googleapis.com/google.rpc.ErrorInfo');
    assert.equal(error.data?.[0]?.['domain'], 'a2a-protocol.org');
    assert.equal(typeof error.data?.[0]?.['reason'], 'string');
    return error.code;
  }

  async send(parts: object[], options: { message?: object; configuration?: object } = {}): Promise<TaskWire> {
    const answer = await this.call('SendMessage', {
      message: { messageId: randomUUID(), role: 'ROLE_USER', parts, ...options.message },
      configuration: { returnImmediately: true, ...options.configuration },
    });
    assert.equal(answer.error, undefined, JSON.stringify(answer.error));
    return answer.result['task'] as TaskWire;
  }

  async get(id: string): Promise<TaskWire> {
    const answer = await this.call('GetTask', { id });
    assert.equal(answer.error, undefined, JSON.stringify(answer.error));
    return answer.result as unknown as TaskWire;
  }

  async list(params: object = {}): Promise<TaskPageWire> {
    return (await this.call('ListTasks', params)).result as unknown as TaskPageWire;
  }
}

/** The data lines of an event stream, as they come. */
export async function* readEvents(response: Response): AsyncGenerator<Record<string, unknown>> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      if (block.startsWith('data: ')) yield JSON.parse(block.slice(6)) as Record<string, unknown>;
    }
  }
}
