// Stands in for Dropbox and Google Drive over real TLS: their redirects, headers and pages as the real ones answer.
import { createServer, type Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeCertificate } from './tls-certificate.ts';

const cloudHosts = [
  'www.dropbox.com',
  'uc0123.dl.dropboxusercontent.com',
  'drive.usercontent.google.com',
  'accounts.google.com',
] as const;

export type CloudDrives = {
  hosts: readonly string[];
  port: number;
  ca: string;
  /** "host path?query" of every request, in order. */
  requests: string[];
  close: () => Promise<void>;
};

type Answer = (response: ServerResponse, url: URL) => void;

const html = (response: ServerResponse, status: number, body: string): void => {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
  response.end(`<!DOCTYPE html><html><head></head><body>${body}</body></html>`);
};
const redirect = (response: ServerResponse, status: number, location: string): void => {
  response.writeHead(status, { location, 'content-type': 'text/html; charset=utf-8' });
  response.end('<html><body>Found</body></html>');
};

const dropbox = (response: ServerResponse, url: URL): void => {
  const [, kind = ''] = /^\/(scl\/fi|s\/dl|s)\//.exec(url.pathname) ?? [];
  if (url.pathname.startsWith('/login')) html(response, 200, '<h1>Sign in to Dropbox</h1>');
  else if (url.pathname.includes('/deleted/'))
    html(response, 404, '<h1>That didn’t work for some reason</h1>');
  else if (url.pathname.includes('/insecure/'))
    redirect(response, 302, 'http://uc0123.dl.dropboxusercontent.com/cd/0/get/x');
  else if (kind === 's' && url.searchParams.get('dl') === '1')
    redirect(response, 302, url.pathname.replace('/s/', '/s/dl/'));
  else if (kind === 's/dl' || url.searchParams.get('rlkey') === 'good') {
    redirect(
      response,
      302,
      'https://uc0123.dl.dropboxusercontent.com/cd/0/get/Token/file?_download_id=1&dl=1',
    );
  } else redirect(response, 302, `/login?cont=${encodeURIComponent(url.href)}`);
};

const downloadForm = (id: string): string =>
  `<p>Google Drive can't scan this file for viruses.</p><form id="download-form" action="https://drive.usercontent.google.com/download" method="get">
<input type="submit" id="uc-download-link" value="Download anyway"/><input type="hidden" name="id" value="${id}">
<input type="hidden" name="export" value="download"><input type="hidden" name="confirm" value="t">
<input type="hidden" name="uuid" value="b0b&amp;1"></form>`;

const createDrive =
  (song: Buffer): Answer =>
  (response, url) => {
    const id = url.searchParams.get('id') ?? '';
    if (url.pathname !== '/download' || url.searchParams.get('confirm') !== 't')
      html(response, 400, 'Bad request');
    else if (id.startsWith('private'))
      redirect(response, 302, 'https://accounts.google.com/ServiceLogin?service=wise');
    else if (id.startsWith('missing'))
      html(response, 404, '<h1>Sorry, the file you have requested does not exist.</h1>');
    else if (id.startsWith('quota'))
      html(response, 200, '<p>Too many users have viewed or downloaded this file recently.</p>');
    else if (id.startsWith('endless')) html(response, 200, downloadForm(id));
    else if (id.startsWith('large') && url.searchParams.get('uuid') !== 'b0b&1')
      html(response, 200, downloadForm(id));
    else if (id.startsWith('keyed') && url.searchParams.get('resourcekey') !== '0-abc')
      html(response, 403, 'no');
    else {
      response.writeHead(200, {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="Drive Song.mp3"; filename*=UTF-8''Dr%C3%ADve%20Song.mp3`,
        'content-length': String(song.length),
      });
      response.end(song);
    }
  };

const createAnswers = (song: Buffer): Record<string, Answer> => ({
  'www.dropbox.com': dropbox,
  'uc0123.dl.dropboxusercontent.com': (response) => {
    response.writeHead(200, {
      'content-type': 'application/binary',
      'content-disposition': `attachment; filename="Box Song.mp3"; filename*=UTF-8''Box%20Song.mp3`,
      'content-length': String(song.length),
    });
    response.end(song);
  },
  'drive.usercontent.google.com': createDrive(song),
  'accounts.google.com': (response) => html(response, 200, '<h1>Sign in</h1>'),
});

export const startCloudDrives = async (song: Buffer): Promise<CloudDrives> => {
  const { key, cert } = await makeCertificate(cloudHosts);
  const answers = createAnswers(song);
  const requests: string[] = [];
  const server: Server = createServer({ key, cert }, (request: IncomingMessage, response: ServerResponse) => {
    const host = request.headers.host?.replace(/:\d+$/, '') ?? '';
    requests.push(`${host} ${request.url}`);
    const answer = answers[host];
    if (answer) answer(response, new URL(request.url ?? '/', `https://${host}`));
    else html(response, 421, 'no such host here');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    hosts: cloudHosts,
    port: (server.address() as AddressInfo).port,
    ca: cert,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
