// Answers `/files/…` before Next sees the request: a room asks for hundreds of pieces a minute, and each waits for sound.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeWebStream } from 'node:stream/web';
import { answerFile, type FileDoor } from './serve-file.ts';

const readHeaders = ['range', 'if-range', 'if-none-match'] as const;

const fileRequest = ({ method = 'GET', url = '/', headers }: IncomingMessage, siteUrl: string): Request =>
  new Request(new URL(url, siteUrl), {
    // Any other method is refused alike, and some cannot stand in a Request.
    method: method === 'GET' || method === 'HEAD' ? method : 'POST',
    headers: readHeaders.flatMap((name): [string, string][] => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  });

const send = async (answer: Response, response: ServerResponse): Promise<void> => {
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  response.writeHead(answer.status);
  if (!answer.body) response.end();
  // Whoever reads may leave in the middle: then the file is closed, and nobody is left to tell.
  else await pipeline(Readable.fromWeb(answer.body as NodeWebStream), response).catch(() => undefined);
};

/** Whether the request was for a file; then it is answered. */
export const answerFiles = async (
  services: FileDoor,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> => {
  if (!request.url?.startsWith('/files/')) return false;
  // A body would be no part of the question.
  request.resume();
  await send(await answerFile(services, fileRequest(request, services.env.SITE_URL)), response);
  return true;
};
