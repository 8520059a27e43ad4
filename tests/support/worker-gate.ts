// A door before a stub worker that lets each generation of each song meet its fate: the worker's own, or a bad one.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type JobReport, jobRequest } from '../../workers/contract/job.ts';

/**
 * 'dies': takes the job and never answers again. 'forgets': takes it and knows nothing of it afterwards, as after a
 * restart. 'refuses': says the job is wrong, which no repetition mends.
 */
export type Fate = 'dies' | 'forgets' | 'refuses' | 'works';

export type WorkerGate = { url: string; stop(): Promise<void> };

const readBody = async (request: http.IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

const taken = (id: string, generation: number): JobReport => ({
  job_id: id,
  generation,
  sequence: 1,
  state: 'queued',
  progress: 0,
  eta_seconds: null,
  result: null,
  failure: null,
});

type Answer = { status: number; body: string };

const answerOf = (fate: Fate, method: string, report: JobReport): Answer | null => {
  if (fate === 'refuses') return { status: 422, body: '{"error":"refused"}' };
  if (method === 'PUT') return { status: 202, body: JSON.stringify(report) };
  return fate === 'dies' ? null : { status: 404, body: '{"error":"not_found"}' };
};

/** The fate of a song follows from its title. */
export const startWorkerGate = async (
  workerUrl: string,
  fateOf: (title: string, generation: number) => Fate,
): Promise<WorkerGate> => {
  const seen = new Map<string, { fate: Fate; generation: number }>();
  const passOn = async (request: http.IncomingMessage, method: string, body: string): Promise<Answer> => {
    const answer = await fetch(`${workerUrl}${request.url}`, {
      method,
      headers: { authorization: request.headers.authorization ?? '' },
      ...(body === '' ? {} : { body }),
    });
    return { status: answer.status, body: await answer.text() };
  };
  const handle = async (request: http.IncomingMessage): Promise<Answer | null> => {
    const method = request.method ?? 'GET';
    const body = await readBody(request);
    const id = /^\/jobs\/(\w+)$/.exec(request.url ?? '')?.[1] ?? '';
    if (method === 'PUT') {
      const { generation, song } = jobRequest.parse(JSON.parse(body));
      seen.set(id, { fate: fateOf(song.title, generation), generation });
    }
    const { fate, generation } = seen.get(id) ?? { fate: 'works', generation: 0 };
    return fate === 'works' ? passOn(request, method, body) : answerOf(fate, method, taken(id, generation));
  };
  const server = http.createServer((request, response) => {
    handle(request)
      .then((answer) =>
        answer ? response.writeHead(answer.status).end(answer.body) : request.socket.destroy(),
      )
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
