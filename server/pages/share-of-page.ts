// Tells which requests are for the page of a shared song or setlist.
import type { IncomingMessage } from 'node:http';

const sharePage = /^\/[sl]\/([0-9A-Za-z]{22})\/?(?:[?#]|$)/;

/** The share's id; undefined for every other page. */
export const shareOfPage = (request: Pick<IncomingMessage, 'url'>): string | undefined =>
  sharePage.exec(request.url ?? '')?.[1];
