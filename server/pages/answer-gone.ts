// Next can answer a page with 404 but not with 410: pages of deleted songs and setlists get their status here.
import type { ServerResponse } from 'node:http';
import type { Services } from '../operations/context.ts';
import { isDeadShare } from '../operations/share/is-dead-share.ts';

const sayGone = (response: ServerResponse): void => {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  const changed = (status: number, ...rest: unknown[]): ServerResponse =>
    writeHead(status === 404 ? 410 : status, ...rest);
  response.writeHead = changed as ServerResponse['writeHead'];
};

/** Call it before the page is rendered. The page itself finds nothing and shows the kind words of a dead link. */
export const answerGone = async (
  services: Pick<Services, 'db'>,
  shareId: string,
  response: ServerResponse,
): Promise<void> => {
  if (await isDeadShare(services, { shareId })) sayGone(response);
};
