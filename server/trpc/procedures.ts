// The base of the site's procedures: a signed-in person on the site's own origin, errors mapped through the one table.
import { initTRPC, TRPCError } from '@trpc/server';
import type { ErrorCode } from '../contract/error-table.ts';
import { errorTable } from '../contract/error-table.ts';
import { AppError } from '../operations/app-error.ts';
import type { Context, Services } from '../operations/context.ts';
import type { PersonSession } from '../auth/session.ts';

type TrpcContext = {
  services: Services;
  session: PersonSession | null;
  requestId: string;
  ownOrigin: boolean;
  signal: AbortSignal;
};

/** What the site reads of an error: the code decides what it offers, the message is shown. */
type ShownError = { code: ErrorCode; message: string; retry_after_seconds: number | null };

type TrpcCode = ConstructorParameters<typeof TRPCError>[0]['code'];
const trpcCodes: Readonly<Record<number, TrpcCode>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  402: 'PAYMENT_REQUIRED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  409: 'CONFLICT',
  410: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  503: 'SERVICE_UNAVAILABLE',
};

const shownErrorOf = (cause: unknown): ShownError | null => {
  if (!(cause instanceof AppError)) return null;
  const first = cause.detail?.[0];
  return {
    code: cause.code,
    message: first ? first.msg : cause.message,
    retry_after_seconds: cause.retryAfterSeconds ?? null,
  };
};

const t = initTRPC.context<TrpcContext>().create({
  errorFormatter: ({ shape, error }) => ({
    message: error.code === 'INTERNAL_SERVER_ERROR' ? errorTable.internal_error.message : shape.message,
    code: shape.code,
    data: { code: shape.data.code, httpStatus: shape.data.httpStatus, shown: shownErrorOf(error.cause) },
  }),
});

export const router = t.router;

const mapped = t.middleware(async ({ next, ctx }) => {
  const result = await next();
  if (result.ok) return result;
  const { cause } = result.error;
  if (cause instanceof AppError) {
    const { status } = errorTable[cause.code];
    throw new TRPCError({
      code: trpcCodes[status] ?? 'INTERNAL_SERVER_ERROR',
      message: cause.message,
      cause,
    });
  }
  if (result.error.code === 'INTERNAL_SERVER_ERROR') {
    ctx.services.log.error('trpc_failed', { request_id: ctx.requestId, error: cause ?? result.error });
  }
  return result;
});

/** Cookies travel with forged requests too, so a change must come from a page of ours. */
const person = t.middleware(({ next, ctx, type }) => {
  if (type === 'mutation' && !ctx.ownOrigin) {
    throw new TRPCError({ code: 'FORBIDDEN', message: 'This request did not come from the site.' });
  }
  if (!ctx.session) throw new TRPCError({ code: 'UNAUTHORIZED', message: 'Sign in first.' });
  const { services, requestId, signal } = ctx;
  const operation: Context = { services, actor: ctx.session.actor, requestId, signal };
  return next({ ctx: { ...ctx, session: ctx.session, operation } });
});

export const personProcedure = t.procedure.use(mapped).use(person);
