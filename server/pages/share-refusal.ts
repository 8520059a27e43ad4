// What a practice room is told when it cannot have what it asked for.
import { errorTable } from '../contract/error-table.ts';
import { AppError } from '../operations/app-error.ts';
import type { Services } from '../operations/context.ts';

export const refusal = (error: unknown, { log }: Pick<Services, 'log'>): Response => {
  const known = error instanceof AppError ? error : new AppError('internal_error', { cause: error });
  const { status } = errorTable[known.code];
  if (status >= 500) log.error('share_failed', { code: known.code, error: known.cause ?? known });
  const { retryAfterSeconds, detail } = known;
  return Response.json(
    { error: known.code, message: known.message, ...(detail ? { detail } : {}) },
    {
      status,
      headers: {
        'cache-control': 'no-store',
        ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
      },
    },
  );
};
