// The one error that operations throw; each edge maps its code through the error table.
import type { ValidationIssue } from '../contract/error-body.ts';
import { type ErrorCode, errorTable } from '../contract/error-table.ts';

type Extra = {
  /** Replaces the table's sentence for the user. */
  message?: string;
  retryAfterSeconds?: number;
  /** For validation_failed: which fields, in FastAPI's form. */
  detail?: readonly ValidationIssue[];
  /** For the operator's log only. */
  cause?: unknown;
};

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | undefined;
  readonly detail: readonly ValidationIssue[] | undefined;
  constructor(code: ErrorCode, extra: Extra = {}) {
    super(extra.message ?? errorTable[code].message, { cause: extra.cause });
    this.name = 'AppError';
    this.code = code;
    this.retryAfterSeconds = extra.retryAfterSeconds;
    this.detail = extra.detail;
  }
}
