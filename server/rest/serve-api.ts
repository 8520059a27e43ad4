// Serves /api/v1/*: match, authenticate, parse, run the operation, answer; every way out has the contract's form.
import { authenticate, authenticateWithPosition } from '../auth/authenticate.ts';
import type { Operation } from '../contract/operation-table.ts';
import { getServices } from '../deps.ts';
import { newRequestId } from '../operations/new-request-id.ts';
import { AppError } from '../operations/app-error.ts';
import type { Actor, Context, Services } from '../operations/context.ts';
import { corsHeaders, preflight } from './cors.ts';
import { asAppError, errorResponse } from './error-response.ts';
import { type Answer, handlers } from './handlers.ts';
import { type Match, matchOperation } from './match-operation.ts';
import { paceHeaders } from './pace-headers.ts';
import { parseInput } from './parse-input.ts';
import { isSongForm, submitSongForm } from './submit-song-form.ts';

const apiPrefix = '/api/v1';

/** Stands in the context of operations that need no credential; it owns nothing. */
const nobody: Actor = { kind: 'key', accountId: '', keyId: '' };

const segmentsOf = (request: Request): string[] => {
  const path = new URL(request.url).pathname.slice(apiPrefix.length + 1);
  try {
    return path
      .replace(/\/$/, '')
      .split('/')
      .map((segment) => decodeURIComponent(segment));
  } catch {
    throw new AppError('bad_request', { message: 'The address is not percent-encoded rightly.' });
  }
};

const notAllowed = (allowed: readonly string[]): AppError =>
  new AppError('method_not_allowed', {
    message: `This address knows ${allowed.join(', ')} only.`,
  });

type Found = Extract<Match, { kind: 'found' }>;

const runOperation = async (ctx: Context, match: Found, request: Request): Promise<Answer> => {
  if (match.operation.form && isSongForm(request)) return submitSongForm(ctx, request);
  const input = await parseInput(match.operation, request, match.params);
  const handler = handlers[match.id] as (ctx: Context, input: unknown) => Promise<Answer>;
  return handler(ctx, input);
};

const callerOf = async (
  services: Services,
  operation: Operation,
  authorization: string | null,
): Promise<Pick<Context, 'actor' | 'position'>> => {
  if (operation.credential === 'none') return { actor: nobody };
  if (operation.readsPosition) return authenticateWithPosition(services, authorization, apiPrefix);
  return { actor: await authenticate(services, authorization, apiPrefix) };
};

type Exchange = { services: Services; request: Request; requestId: string };

const answerOperation = async ({ services, request, requestId }: Exchange): Promise<Response> => {
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const match = matchOperation(method, segmentsOf(request));
  if (match.kind === 'no_path') throw new AppError('not_found', { message: 'No such address in this API.' });
  if (match.kind === 'no_method') throw notAllowed(match.allowed);
  const { operation } = match;
  const caller = await callerOf(services, operation, request.headers.get('authorization'));
  const ctx = { services, ...caller, requestId, signal: request.signal };
  const pace = async (): Promise<Record<string, string>> =>
    operation.submits ? paceHeaders(services, caller.actor.accountId) : {};
  try {
    const answer = await runOperation(ctx, match, request);
    return Response.json(answer.body as object, {
      status: answer.status ?? operation.status,
      headers: { ...answer.headers, ...(await pace()) },
    });
  } catch (error) {
    const known = asAppError(error);
    const response = errorResponse(known, errorContext({ services, request, requestId }));
    if (known.code === 'rate_limited') {
      for (const [name, value] of Object.entries(await pace())) response.headers.set(name, value);
    }
    return response;
  }
};

const errorContext = ({ services, request, requestId }: Exchange) => ({
  siteUrl: services.env.SITE_URL,
  requestId,
  sentCredential: request.headers.has('authorization'),
  log: services.log,
});

const allowHeader = (error: AppError): string | null =>
  error.code === 'method_not_allowed' ? (/knows (.+) only/.exec(error.message)?.[1] ?? null) : null;

export const serveApi = async (request: Request): Promise<Response> => {
  if (request.method === 'OPTIONS') return preflight();
  const services = await getServices();
  const exchange = { services, request, requestId: newRequestId() };
  let response: Response;
  try {
    response = await answerOperation(exchange);
  } catch (error) {
    const known = asAppError(error);
    response = errorResponse(known, errorContext(exchange));
    const allow = allowHeader(known);
    if (allow) response.headers.set('allow', allow);
  }
  for (const [name, value] of Object.entries(corsHeaders)) response.headers.set(name, value);
  response.headers.set('x-request-id', exchange.requestId);
  response.headers.set('x-content-type-options', 'nosniff');
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store');
  return response;
};
