// A loopback server for the player's tests: the page, its bundle, the stems with Range, and a switch that cuts the line.
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import path from 'node:path';
import type { AddressInfo, Socket } from 'node:net';
import { tapeProcessor } from './tape-processor.ts';
import type { TestSong } from './test-songs.ts';

interface Page {
  script: string;
  styles: string;
  files: ReadonlyMap<string, Buffer>;
}

export interface SongServer {
  url: string;
  /** While offline every connection is cut at once. */
  setOffline: (offline: boolean) => void;
  /** Requests for sound so far. */
  soundRequests: () => number;
  close: () => Promise<void>;
}

/** What the product sends: no inline script, no eval; WebAssembly for the stretch node. */
const policy =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:";

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  css: 'text/css',
  woff2: 'font/woff2',
};

function sendRange(request: IncomingMessage, response: ServerResponse, bytes: Buffer): void {
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
  const headers = { 'Content-Type': 'audio/mpeg', 'Accept-Ranges': 'bytes', 'Cache-Control': 'no-store' };
  if (!range) {
    response.writeHead(200, { ...headers, 'Content-Length': bytes.length }).end(bytes);
    return;
  }
  const start = Number(range[1]);
  const end = Math.min(Number(range[2]) + 1, bytes.length);
  if (start >= bytes.length) {
    response.writeHead(416, { 'Content-Range': `bytes */${String(bytes.length)}` }).end();
    return;
  }
  response.writeHead(206, {
    ...headers,
    'Content-Length': end - start,
    'Content-Range': `bytes ${String(start)}-${String(end - 1)}/${String(bytes.length)}`,
  });
  response.end(bytes.subarray(start, end));
}

function html(): string {
  return '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Player</title><meta name="viewport" content="width=device-width,initial-scale=1"><link rel="stylesheet" href="/page.css"></head><body><div id="root"></div><script type="module" src="/page.js"></script></body></html>';
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

/** Answers of a test's own for paths of its own; true when it answered. */
export type ExtraRoutes = (request: IncomingMessage, response: ServerResponse) => boolean;

export async function serveSongs(
  page: Page,
  songs: Readonly<Record<string, TestSong>>,
  extra: ExtraRoutes = () => false,
): Promise<SongServer> {
  let offline = false;
  let requests = 0;
  const sockets = new Set<Socket>();
  const fromPublic = (name: string) => readFileSync(new URL(`../../../../public/${name}`, import.meta.url));

  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const { pathname } = new URL(request.url ?? '/', 'http://loopback');
    const sound = /^\/song\/([^/]+)\/(\d+)\.mp3$/.exec(pathname);
    if (sound) {
      requests += 1;
      const mp3 = songs[String(sound[1])]?.stems[Number(sound[2])]?.mp3;
      if (mp3) sendRange(request, response, mp3);
      else response.writeHead(410).end();
      return;
    }
    const drawing = /^\/song\/([^/]+)\/(\d+)\.peaks$/.exec(pathname);
    if (drawing) {
      response.end(songs[String(drawing[1])]?.stems[Number(drawing[2])]?.peaks);
      return;
    }
    if (extra(request, response)) return;
    if (pathname.startsWith('/fonts/')) {
      response.setHeader('Content-Type', 'font/woff2');
      response.end(fromPublic(`fonts/${path.basename(pathname)}`));
      return;
    }
    const files: Record<string, Buffer | string> = {
      '/page.js': page.script,
      '/page.css': page.styles,
      '/signalsmith-stretch.mjs': fromPublic('signalsmith-stretch.mjs'),
      '/stretch-worker.mjs': fromPublic('stretch-worker.mjs'),
      '/stretch-processor.mjs': fromPublic('stretch-processor.mjs'),
      '/stretch-capture.mjs': fromPublic('stretch-capture.mjs'),
      '/tape.js': tapeProcessor,
    };
    const body = files[pathname] ?? page.files.get(pathname);
    const type = types[pathname.replace('.mjs', '.js').split('.').at(-1) ?? ''] ?? 'text/html; charset=utf-8';
    response.writeHead(200, { 'Content-Type': type, 'Content-Security-Policy': policy });
    response.end(body ?? html());
  };

  const server = createServer((request, response) => {
    if (offline) request.socket.destroy();
    else answer(request, response);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${String(port)}/`,
    setOffline: (value) => {
      offline = value;
      if (value) for (const socket of sockets) socket.destroy();
    },
    soundRequests: () => requests,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
