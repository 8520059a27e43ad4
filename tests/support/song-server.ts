// A web server with songs on loopback, for links that songs are fetched from.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { testSong } from './test-song.ts';

export type SongServer = { url: string; stop(): Promise<void> };

/** /song-<n>.wav is a song, /notes.wav is text, /moved?to=<link> redirects, `files` as given, the rest is missing. */
export const startSongServer = async (files: Readonly<Record<string, Buffer>> = {}): Promise<SongServer> => {
  const server = http.createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://songs');
    const seed = /^\/song-(\d+)\.wav$/.exec(pathname)?.[1];
    const audio = { 'content-type': 'audio/wav' };
    const file = files[pathname];
    if (seed !== undefined) response.writeHead(200, audio).end(testSong(Number(seed)));
    else if (file) response.writeHead(200, { 'content-length': file.length }).end(file);
    else if (pathname === '/moved')
      response.writeHead(302, { location: searchParams.get('to') ?? '/' }).end();
    else if (pathname === '/notes.wav')
      response.writeHead(200, audio).end('These are only words.\n'.repeat(50));
    else response.writeHead(404).end();
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
