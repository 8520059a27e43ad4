// A web server with songs on loopback, for links that songs are fetched from.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { testSong } from './test-song.ts';

export type SongServer = { url: string; stop(): Promise<void> };

/** /song-<n>.wav is a song, /notes.wav is text, everything else is missing. */
export const startSongServer = async (): Promise<SongServer> => {
  const server = http.createServer((request, response) => {
    const seed = /^\/song-(\d+)\.wav$/.exec(request.url ?? '')?.[1];
    const audio = { 'content-type': 'audio/wav' };
    if (seed !== undefined) response.writeHead(200, audio).end(testSong(Number(seed)));
    else if (request.url === '/notes.wav')
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
