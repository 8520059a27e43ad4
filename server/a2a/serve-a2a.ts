// Serves POST /a2a: credential, form, version, then one method; every error in the protocol's own form.
import { authenticate, challengeOf } from '../auth/authenticate.ts';
import { A2AError } from '../contract/a2a-error.ts';
import { getServices } from '../deps.ts';
import { AppError } from '../operations/app-error.ts';
import type { Actor, Context, Services } from '../operations/context.ts';
import { newRequestId } from '../operations/request-id.ts';
import { eventStream } from './event-stream.ts';
import { methods, streamMethods } from './methods.ts';
import { isJson, readRequest, requireVersion, type RpcRequest } from './read-request.ts';
import { errorObject, resultObject, rpcAnswer, type RpcId } from './rpc-answer.ts';

const path = '/a2a';

const refuseCredential = (error: AppError, request: Request, siteUrl: string, requestId: string): Response =>
  rpcAnswer({ error: error.code, message: error.message, request_id: requestId }, 401, {
    'www-authenticate': challengeOf(siteUrl, path, request.headers.has('authorization')),
  });

/** What nobody expected is logged with the request's id; the agent is told the id and nothing else. */
const asA2AError =
  (services: Services, requestId: string) =>
  (error: unknown): A2AError => {
    if (error instanceof A2AError) return error;
    if (error instanceof AppError && error.code === 'not_found') {
      return new A2AError('TASK_NOT_FOUND', 'There is no such task in this account.');
    }
    if (error instanceof AppError && error.code !== 'internal_error') {
      return new A2AError('INVALID_REQUEST', error.message, { error: error.code });
    }
    services.log.error('a2a_failed', { request_id: requestId, error });
    return new A2AError('INTERNAL_ERROR', `Something went wrong on our side. Quote ${requestId}.`, {
      requestId,
    });
  };

const callMethod = async (
  ctx: Context,
  { id, method, params }: RpcRequest,
  onError: (error: unknown) => A2AError,
): Promise<Response> => {
  const stream = Object.hasOwn(streamMethods, method) ? streamMethods[method] : undefined;
  if (stream) return eventStream(id, await stream(ctx, params), onError);
  const call = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (!call) throw new A2AError('METHOD_NOT_FOUND', `There is no method ${method.slice(0, 80)} in A2A 1.0.`);
  return rpcAnswer(resultObject(id, await call(ctx, params)));
};

const answer = async (
  services: Services,
  request: Request,
  actor: Actor,
  requestId: string,
): Promise<Response> => {
  const onError = asA2AError(services, requestId);
  let id: RpcId = null;
  try {
    const envelope = await readRequest(request);
    id = envelope.id;
    const rpc = envelope.read();
    requireVersion(request);
    return await callMethod({ services, actor, requestId, signal: request.signal }, rpc, onError);
  } catch (error) {
    return rpcAnswer(errorObject(id, onError(error)));
  }
};

export const serveA2A = async (request: Request): Promise<Response> => {
  const services = await getServices();
  const requestId = newRequestId();
  let actor: Actor;
  try {
    actor = await authenticate(services, request.headers.get('authorization'), path);
  } catch (error) {
    if (error instanceof AppError) return refuseCredential(error, request, services.env.SITE_URL, requestId);
    return rpcAnswer(errorObject(null, asA2AError(services, requestId)(error)), 500);
  }
  if (!isJson(request)) {
    const refusal = new A2AError('INVALID_REQUEST', 'Send Content-Type: application/json.');
    return rpcAnswer(errorObject(null, refusal), 415);
  }
  const response = await answer(services, request, actor, requestId);
  response.headers.set('x-request-id', requestId);
  return response;
};

export const wrongMethod = (): Response =>
  rpcAnswer(errorObject(null, new A2AError('INVALID_REQUEST', 'Send POST.')), 405, { allow: 'POST' });
