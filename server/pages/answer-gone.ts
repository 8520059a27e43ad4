// Next can answer a page with 404 but not with 410: pages of deleted songs and setlists get their status here.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getServices } from '../deps.ts';
import { isDeadShare } from '../operations/share/is-dead-share.ts';

const sharePage = /^\/[sl]\/([0-9A-Za-z]{22})\/?(?:[?#]|$)/;

const sayGone = (response: ServerResponse): void => {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  const changed = (status: number, ...rest: unknown[]): ServerResponse =>
    writeHead(status === 404 ? 410 : status, ...rest);
  response.writeHead = changed as ServerResponse['writeHead'];
};

/** Call it before the page is rendered. The page itself finds nothing and shows the kind words of a dead link. */
export const answerGone = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const shareId = sharePage.exec(request.url ?? '')?.[1];
  if (shareId === undefined) return;
  if (await isDeadShare(await getServices(), { shareId })) sayGone(response);
};
