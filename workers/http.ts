// The worker's HTTP face: PUT, GET and DELETE /jobs/{id} and POST /mixes behind the bearer secret, GET /health for everybody.
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { jobRequest, workerModels, type WorkerHealth } from './contract/job.ts';
import { mixRequest } from './contract/mix.ts';
import type { Job } from './job.ts';
import type { Jobs } from './jobs.ts';
import { errorText, type Log } from './log.ts';
import type { Mixes } from './mix/serve-mix.ts';
import { impossible } from './run-job.ts';

export type HttpOptions = {
  jobs: Jobs;
  mixes: Mixes;
  secret: string;
  version: string;
  capacity: number;
  maxWaiting: number;
  log: Log;
};

type Answer = { status: number; body: unknown; retryAfterSeconds?: number };

const bodyBytesMax = 1024 * 1024;
const idPattern = /^\/jobs\/([\w.:-]{1,200})$/;

const refusal = (status: number, error: string, message: string): Answer => ({
  status,
  body: { error, message },
});

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Over digests, so that neither content nor length shows in the time. */
const isAuthorized = (request: IncomingMessage, secret: string): boolean =>
  timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${secret}`));

const readBody = async (request: IncomingMessage): Promise<string | null> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > bodyBytesMax) return null;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const healthOf = ({ jobs, version, capacity, maxWaiting }: HttpOptions): WorkerHealth => ({
  status: jobs.isDraining ? 'draining' : 'ok',
  version,
  capacity,
  running: jobs.slots.running,
  waiting: jobs.slots.waiting,
  max_waiting: maxWaiting,
  models: [...workerModels],
  memory_bytes: process.memoryUsage.rss(),
});

const reportOf = (job: Job | null, status = 200): Answer =>
  job ? { status, body: job.report() } : refusal(404, 'not_found', 'This worker does not know the job.');

const putJob = async (id: string, request: IncomingMessage, { jobs }: HttpOptions): Promise<Answer> => {
  const text = await readBody(request);
  if (text === null) return refusal(413, 'too_large', `The job is larger than ${bodyBytesMax} bytes.`);
  const parsed = jobRequest.safeParse(parseJson(text));
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`);
    return refusal(422, 'invalid_job', faults.join('; '));
  }
  const fault = impossible(parsed.data);
  if (fault !== null) return refusal(422, 'invalid_job', fault);
  const taken = jobs.take(id, parsed.data);
  switch (taken.answer) {
    case 'new':
      return reportOf(taken.job, 202);
    case 'known':
      return reportOf(taken.job);
    case 'stale':
      return refusal(409, 'stale_generation', 'A later generation of this job is known.');
    case 'full':
      return {
        ...refusal(429, 'full', 'This worker has no room. Ask another, or later.'),
        retryAfterSeconds: 5,
      };
    case 'draining':
      return { ...refusal(503, 'draining', 'This worker is stopping. Ask another.'), retryAfterSeconds: 30 };
  }
};

/** Null when the answer was given already, or nobody waits for it. */
const postMix = async (
  request: IncomingMessage,
  response: ServerResponse,
  { mixes, jobs }: HttpOptions,
): Promise<Answer | null> => {
  if (request.method !== 'POST') return refusal(405, 'method_not_allowed', 'Use POST.');
  const text = await readBody(request);
  if (text === null) return refusal(413, 'too_large', `The wish is larger than ${bodyBytesMax} bytes.`);
  const parsed = mixRequest.safeParse(parseJson(text));
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`);
    return refusal(422, 'invalid_mix', faults.join('; '));
  }
  if (jobs.isDraining)
    return {
      ...refusal(503, 'draining', 'This worker is stopping. Ask another.'),
      retryAfterSeconds: 30,
    };
  const fault = await mixes.serve(parsed.data, response);
  if (!fault) return null;
  const { status, error, message, retryAfterSeconds } = fault;
  return { status, body: { error, message }, ...(retryAfterSeconds ? { retryAfterSeconds } : {}) };
};

const route = async (
  request: IncomingMessage,
  response: ServerResponse,
  options: HttpOptions,
): Promise<Answer | null> => {
  const [pathname = ''] = (request.url ?? '').split('?');
  if (pathname === '/health' && request.method === 'GET') return { status: 200, body: healthOf(options) };
  if (!isAuthorized(request, options.secret))
    return refusal(401, 'unauthorized', 'Send the worker secret as a bearer token.');
  if (pathname === '/mixes') return postMix(request, response, options);
  const id = idPattern.exec(pathname)?.[1];
  if (id === undefined)
    return refusal(404, 'not_found', 'There is nothing here but /health, /jobs/{id} and /mixes.');
  if (request.method === 'PUT') return putJob(id, request, options);
  if (request.method === 'GET') return reportOf(options.jobs.find(id));
  if (request.method === 'DELETE') return reportOf(options.jobs.cancel(id));
  return refusal(405, 'method_not_allowed', 'Use PUT, GET or DELETE.');
};

const send = (request: IncomingMessage, response: ServerResponse, answer: Answer): void => {
  const { status, body, retryAfterSeconds } = answer;
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    // What was not read of an oversized or refused body must not be taken for the next request.
    ...(request.complete ? {} : { connection: 'close' }),
  });
  response.end(text);
};

export const createHttpServer = (options: HttpOptions): Server => {
  const server = createServer((request, response) => {
    route(request, response, options)
      .catch((error: unknown) => {
        options.log.error('request_failed', { method: request.method ?? null, error: errorText(error) });
        return refusal(500, 'internal_error', 'The worker failed to answer. Its log says why.');
      })
      .then((answer) => (answer ? send(request, response, answer) : undefined))
      .catch((error: unknown) => options.log.error('answer_failed', { error: errorText(error) }));
  });
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  server.maxConnections = 256;
  return server;
};
