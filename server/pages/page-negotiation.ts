// Sends a request for a page's markdown to the route that writes it, and tells readers of a page where else it is.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { prefersMarkdown } from './accept-header.ts';
import { pageAt, twinOf, twinPath } from './page-paths.ts';

/** Set here and nowhere else: what a client sends under this name is never believed. */
export const markdownMark = 'x-partbook-markdown';
export const markdownRoute = '/markdown';

const pathOf = (url: string): string => {
  try {
    return decodeURIComponent(url.split('?')[0] ?? '/');
  } catch {
    return '';
  }
};

/** Returns the page that is asked for, in whatever form; null for everything that is no page. */
export const negotiatePage = (request: IncomingMessage): string | null => {
  delete request.headers[markdownMark];
  if (request.method !== 'GET' && request.method !== 'HEAD') return null;
  const path = pathOf(request.url ?? '/');
  const twin = twinOf(path);
  const page = twin ?? pageAt(path);
  if (page === null) return null;
  if (twin !== null || prefersMarkdown(request.headers.accept)) {
    request.headers[markdownMark] = '1';
    request.url = `${markdownRoute}${page === '/' ? '' : page}`;
  }
  return page;
};

const link = (address: string, rel: string, type?: string): string =>
  `<${address}>; rel="${rel}"${type ? `; type="${type}"` : ''}`;

const linksOf = (siteUrl: string, page: string): string[] => [
  link(`${siteUrl}${page}`, 'canonical'),
  link(`${siteUrl}${twinPath(page)}`, 'alternate', 'text/markdown'),
  link(`${siteUrl}/llms.txt`, 'describedby llms-txt', 'text/plain'),
  link(`${siteUrl}/api/v1/openapi.json`, 'service-desc', 'application/json'),
  link(`${siteUrl}/docs/api`, 'service-doc', 'text/html'),
];

/** Next writes links of its own, to fonts and styles; ours join them. */
export const addPageLinks = (response: ServerResponse, siteUrl: string, page: string | null): void => {
  const type = String(response.getHeader('content-type') ?? '');
  if (page === null || response.statusCode !== 200 || !/^text\/(html|markdown)\b/.test(type)) return;
  const others = [response.getHeader('link') ?? []].flat().map(String);
  response.setHeader('link', [...others, ...linksOf(siteUrl, page)].join(', '));
};
