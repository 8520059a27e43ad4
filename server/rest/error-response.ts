// The REST answer of every error: the shared table's status, the contract's body, and the headers that go with it.
import type { ErrorCode } from '../contract/error-table.ts';
import { errorTable } from '../contract/error-table.ts';
import { challengeOf } from '../auth/authenticate.ts';
import { AppError } from '../operations/app-error.ts';
import type { Log } from '../log.ts';

const secondsByCode: Partial<Record<ErrorCode, number>> = { rate_limited: 60, unavailable: 5 };

type ErrorContext = { siteUrl: string; requestId: string; sentCredential: boolean; log: Log };

export const asAppError = (error: unknown): AppError =>
  error instanceof AppError ? error : new AppError('internal_error', { cause: error });

const upgradeUrlOf = (siteUrl: string): string => `${siteUrl}/pricing`;

export const errorResponse = (error: unknown, context: ErrorContext): Response => {
  const known = asAppError(error);
  const { status } = errorTable[known.code];
  if (status >= 500) {
    context.log.error('request_failed', { request_id: context.requestId, error: known.cause ?? known });
  }
  const retryAfter = known.retryAfterSeconds ?? secondsByCode[known.code];
  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8' });
  if (retryAfter !== undefined) headers.set('retry-after', String(retryAfter));
  if (status === 401) {
    headers.set('www-authenticate', challengeOf(context.siteUrl, '/api/v1', context.sentCredential));
  }
  const body = {
    ...(known.detail ? { detail: known.detail } : {}),
    error: known.code,
    message: known.message,
    request_id: context.requestId,
    ...(status === 402 ? { upgrade_url: upgradeUrlOf(context.siteUrl) } : {}),
    ...(retryAfter === undefined ? {} : { retry_after_seconds: retryAfter }),
  };
  return new Response(JSON.stringify(body), { status, headers });
};
