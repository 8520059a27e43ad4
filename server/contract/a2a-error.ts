// The errors of A2A 1.0 over JSON-RPC (specification sections 3.3.2 and 9.5).
export const a2aErrorCodes = {
  PARSE_ERROR: -32700,
  INVALID_REQUEST: -32600,
  METHOD_NOT_FOUND: -32601,
  INVALID_PARAMS: -32602,
  INTERNAL_ERROR: -32603,
  TASK_NOT_FOUND: -32001,
  TASK_NOT_CANCELABLE: -32002,
  PUSH_NOTIFICATION_NOT_SUPPORTED: -32003,
  UNSUPPORTED_OPERATION: -32004,
  CONTENT_TYPE_NOT_SUPPORTED: -32005,
  EXTENDED_AGENT_CARD_NOT_CONFIGURED: -32007,
  VERSION_NOT_SUPPORTED: -32009,
} as const satisfies Record<string, number>;
export type A2AErrorReason = keyof typeof a2aErrorCodes;

export class A2AError extends Error {
  readonly reason: A2AErrorReason;
  readonly metadata: Readonly<Record<string, string>>;
  constructor(reason: A2AErrorReason, message: string, metadata: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'A2AError';
    this.reason = reason;
    this.metadata = metadata;
  }
}
