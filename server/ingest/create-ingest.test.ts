import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type CloudDrives, startCloudDrives } from '../../tests/support/cloud-drives.ts';
import { createIngest } from './create-ingest.ts';
import { FetchRefused, type FetchedSong, type Ingest } from './ingest.ts';

const mebibyte = 1024 * 1024;
const song = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'), randomBytes(200_000)]);
const loopback = { FETCH_ALLOW_CIDRS: ['127.0.0.0/8'], SITE_URL: 'https://partbook.test' };
const nowhere = { ...loopback, FETCH_ALLOW_CIDRS: [] };
const quick = { retryAfterMs: [] };

const closers: (() => Promise<void>)[] = [];
after(async () => {
  for (const close of closers) await close();
});

const portOf = (server: Server | TcpServer): number => (server.address() as AddressInfo).port;

const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${portOf(server)}`;
};

/** Answers every connection with these bytes, for what no HTTP library would send. */
const serveRaw = async (answer: string | Buffer): Promise<string> => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => new Promise((resolve) => server.close(() => resolve())));
  return `http://127.0.0.1:${portOf(server)}`;
};

const serveSong: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/plain', 'content-length': song.length });
  response.end(song);
};

const fetchWith = async (
  ingest: Ingest,
  url: string,
  maxBytes = 10 * mebibyte,
): Promise<FetchedSong & { content: Buffer }> => {
  let content: Buffer = Buffer.alloc(0);
  const sink = async (body: Readable): Promise<void> => {
    content = await buffer(body);
  };
  const fetched = await ingest.fetchSong(url, { maxBytes, signal: new AbortController().signal, sink });
  return { ...fetched, content };
};

const assertRefused = async (work: Promise<unknown>, reason: string, sentence: RegExp): Promise<void> => {
  await assert.rejects(work, (error: unknown) => {
    assert.ok(error instanceof FetchRefused, String(error));
    assert.equal(error.reason, reason);
    assert.match(error.message, sentence);
    assert.match(error.message, /^\S+ .*\.$/, 'a whole sentence');
    return true;
  });
};

const ingest = createIngest(loopback, quick);

test('a song comes whole, under the name its server gives it, asked for without compression', async () => {
  let asked: Record<string, unknown> = {};
  const url = await serve((request, response) => {
    asked = request.headers;
    response.writeHead(200, { 'content-disposition': `attachment; filename*=UTF-8''F%C3%BCr.mp3` });
    response.end(song);
  });
  const fetched = await fetchWith(ingest, `${url}/song?x=1#t`);
  assert.deepEqual(fetched.content, song);
  assert.equal(fetched.bytes, song.length);
  assert.equal(fetched.filename, 'Für.mp3');
  assert.equal(asked['accept-encoding'], 'identity');
  assert.match(String(asked['user-agent']), /^Partbook\/1\.0 \(\+https:\/\/partbook\.test\)$/);
  for (const header of ['cookie', 'authorization', 'referer']) assert.equal(asked[header], undefined);
});

test('the magic bytes decide, not the content type', async () => {
  assert.equal((await fetchWith(ingest, await serve(serveSong))).bytes, song.length);
  const picture = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'audio/mpeg' });
    response.end(Buffer.concat([Buffer.from('\x89PNG\r\n', 'latin1'), randomBytes(9000)]));
  });
  await assertRefused(fetchWith(ingest, picture), 'unsupported_audio', /not MP3, WAV/);
  const page = await serve((_, response) => response.end('<!doctype html><html>a page</html>'));
  await assertRefused(fetchWith(ingest, page), 'unsupported_audio', /web page/);
  const empty = await serve((_, response) => response.end());
  await assertRefused(fetchWith(ingest, empty), 'unsupported_audio', /empty file/);
});

test('without an allowlist no private server is reached: by address, by name, by redirect, by changing names', async () => {
  let reached = 0;
  const url = await serve((_, response) => {
    reached += 1;
    response.end(song);
  });
  const { port } = new URL(url);
  const guarded = createIngest(nowhere, quick);
  for (const host of [
    '127.0.0.1',
    'localhost',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
  ]) {
    await assertRefused(fetchWith(guarded, `http://${host}:${port}/`), 'url_not_public', /private or local/);
  }
  const answers = (...addresses: string[]) => ({
    ...quick,
    resolve: () =>
      Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))),
  });
  for (const addresses of [
    ['127.0.0.1'],
    ['8.8.8.8', '127.0.0.1'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['169.254.169.254'],
    [],
  ]) {
    const named = createIngest(nowhere, answers(...addresses));
    await assertRefused(
      fetchWith(named, `http://songs.example:${port}/`),
      'url_not_public',
      /private or local/,
    );
  }
  assert.equal(reached, 0);
});

test('a name that changes its address between question and connection gains nothing', async () => {
  let reached = 0;
  const url = await serve((_, response) => {
    reached += 1;
    if (reached === 1) response.writeHead(302, { location: '/again' }).end();
    else response.end(song);
  });
  const { port } = new URL(url);
  let asked = 0;
  // Allowed network first, then another loopback address outside of it: what a rebinding name server does.
  const rebinding = createIngest(
    { ...nowhere, FETCH_ALLOW_CIDRS: ['127.0.0.1/32'] },
    {
      ...quick,
      resolve: () => {
        asked += 1;
        return Promise.resolve([{ address: asked === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]);
      },
    },
  );
  await assertRefused(
    fetchWith(rebinding, `http://songs.example:${port}/`),
    'url_not_public',
    /private or local/,
  );
  assert.equal(asked, 2, 'every connection asks once, and its answer is the one connected to');
  assert.equal(reached, 1);
});

test('redirects are followed by hand: five at most, each vetted, never into private space', async () => {
  const hops = await serve((request, response) => {
    const left = Number(request.url?.slice(1));
    if (left === 0) response.end(song);
    else response.writeHead(302, { location: `/${left - 1}` }).end('moved');
  });
  assert.equal((await fetchWith(ingest, `${hops}/5`)).bytes, song.length);
  await assertRefused(fetchWith(ingest, `${hops}/6`), 'fetch_failed', /redirects too often/);
  const targets = [
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'http://[::1]:3000/',
    'http://2852039166/',
    '//192.168.0.1/',
    'file:///etc/passwd',
    'http://user:secret@example.com/',
    'http://example.com:22/',
  ];
  for (const location of targets) {
    const url = await serve((_, response) => response.writeHead(301, { location }).end());
    await assertRefused(fetchWith(ingest, url), 'url_not_public', /./);
  }
  const nowhereUrl = await serve((_, response) => response.writeHead(302).end());
  await assertRefused(fetchWith(ingest, nowhereUrl), 'fetch_failed', /redirects to nowhere/);
});

test('a server that says no is told apart from one that is broken', async () => {
  const table: [number, string, RegExp][] = [
    [401, 'url_not_public', /anyone with the link/],
    [403, 'url_not_public', /anyone with the link/],
    [404, 'fetch_failed', /no file at this link/],
    [410, 'fetch_failed', /no file at this link/],
    [206, 'fetch_failed', /error \(206\)/],
    [429, 'fetch_failed', /error \(429\)/],
    [500, 'fetch_failed', /error \(500\)/],
  ];
  for (const [status, reason, sentence] of table) {
    const url = await serve((_, response) => response.writeHead(status).end(song));
    await assertRefused(fetchWith(ingest, url), reason, sentence);
  }
  const closed = await serve(serveSong);
  await closers.pop()?.();
  await assertRefused(fetchWith(ingest, closed), 'fetch_failed', /could not be reached/);
});

test('an overloaded server is asked again until the waits are used up', async () => {
  let asked = 0;
  const url = await serve((_, response) => {
    asked += 1;
    response.writeHead(asked < 3 ? 503 : 200).end(song);
  });
  const patient = createIngest(loopback, { retryAfterMs: [1, 1] });
  assert.equal((await fetchWith(patient, url)).bytes, song.length);
  asked = -1;
  await assertRefused(fetchWith(patient, url), 'fetch_failed', /error \(503\)/);
  assert.equal(asked, 2);
});

test('announced or not, more bytes than allowed are refused, and an endless body ends there', async () => {
  const announced = await serve((_, response) => {
    response.writeHead(200, { 'content-length': 2 * mebibyte });
    response.write(song);
  });
  await assertRefused(fetchWith(ingest, announced, mebibyte), 'file_too_large', /larger than 1 MB/);
  let sent = 0;
  const pour = (response: ServerResponse): void => {
    if (response.destroyed) return;
    sent += 65_536;
    if (response.write(Buffer.alloc(65_536))) setImmediate(() => pour(response));
    else response.once('drain', () => pour(response));
  };
  const endless = await serve((_, response) => {
    response.write(song);
    pour(response);
  });
  await assertRefused(fetchWith(ingest, endless, mebibyte), 'file_too_large', /larger than 1 MB/);
  assert.ok(sent < 64 * mebibyte, 'the connection was closed');
  assert.equal((await fetchWith(ingest, await serve(serveSong), song.length)).bytes, song.length);
  await assertRefused(fetchWith(ingest, await serve(serveSong), song.length - 1), 'file_too_large', /larger/);
});

test('a compressed answer is refused unread, bomb or not', async () => {
  for (const encoding of ['gzip', 'deflate', 'br', 'zstd', 'identity, gzip']) {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': encoding, 'content-type': 'audio/mpeg' });
      response.end(gzipSync(Buffer.alloc(8 * mebibyte)));
    });
    await assertRefused(fetchWith(ingest, url), 'fetch_failed', /compressed/);
  }
  const bare = await serve((_, response) => response.end(gzipSync(song)));
  await assertRefused(fetchWith(ingest, bare), 'unsupported_audio', /not MP3/);
});

test('slow headers, stalled bodies and bodies that only drip are given up', async () => {
  const times = { connectMs: 5_000, headersMs: 1_000, bodyIdleMs: 1_000 };
  const impatient = createIngest(loopback, { ...quick, times });
  const silent = await serve(() => {});
  await assertRefused(fetchWith(impatient, silent), 'fetch_failed', /did not answer in time/);
  const stalled = await serve((_, response) => {
    response.write(song);
  });
  await assertRefused(fetchWith(impatient, stalled), 'fetch_failed', /did not answer in time/);
  const dripping = await serve((_, response) => {
    response.write(song);
    const drip = setInterval(() => response.write('x'), 100);
    response.on('close', () => clearInterval(drip));
  });
  const hurried = createIngest(loopback, { ...quick, totalMs: 2_000 });
  await assertRefused(fetchWith(hurried, dripping), 'fetch_failed', /took too long/);
});

test('a body shorter than announced, garbled chunks and endless headers are refused', async () => {
  const short = await serveRaw(
    Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${song.length + 10}\r\n\r\n`), song]),
  );
  await assertRefused(fetchWith(ingest, short), 'fetch_failed', /broke off/);
  const longer = await serveRaw(
    Buffer.concat([
      Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${song.length}\r\n\r\n`),
      song,
      Buffer.from('HTTP/1.1 200 OK\r\n\r\nmore'),
    ]),
  );
  const fetched = await fetchWith(ingest, longer);
  assert.deepEqual(fetched.content, song, 'what follows the announced body is not part of it');
  const garbled = await serveRaw('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nID3');
  await assertRefused(fetchWith(ingest, garbled), 'fetch_failed', /./);
  const twoLengths = await serveRaw('HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nID3ab');
  await assertRefused(fetchWith(ingest, twoLengths), 'fetch_failed', /./);
  const headers = await serveRaw(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`);
  await assertRefused(fetchWith(ingest, headers), 'fetch_failed', /too long headers/);
  const notHttp = await serveRaw('SSH-2.0-OpenSSH_9.2\r\n');
  await assertRefused(fetchWith(ingest, notHttp), 'fetch_failed', /./);
});

test('a fault of the sink is the sink’s, and an abort is the caller’s', async () => {
  const url = await serve(serveSong);
  const signal = new AbortController().signal;
  const full = ingest.fetchSong(url, {
    maxBytes: mebibyte,
    signal,
    sink: () => Promise.reject(new Error('disk full')),
  });
  await assert.rejects(full, /disk full/);
  const stop = new AbortController();
  const waiting = await serve(() => stop.abort(new Error('the song was deleted')));
  const aborted = ingest.fetchSong(waiting, {
    maxBytes: mebibyte,
    signal: stop.signal,
    sink: async () => {},
  });
  await assert.rejects(aborted, /the song was deleted/);
});

let drives: CloudDrives;
let cloud: Ingest;
before(async () => {
  drives = await startCloudDrives(song);
  closers.push(drives.close);
  cloud = createIngest(loopback, {
    ...quick,
    standIn: drives,
    resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
  });
});

test('Dropbox share links of both kinds arrive through their redirects', async () => {
  const newer = await fetchWith(
    cloud,
    'https://www.dropbox.com/scl/fi/abc/Box%20Song.mp3?rlkey=good&st=x&dl=0',
  );
  assert.deepEqual(newer.content, song);
  assert.equal(newer.filename, 'Box Song.mp3');
  assert.deepEqual(drives.requests.splice(0), [
    'www.dropbox.com /scl/fi/abc/Box%20Song.mp3?rlkey=good&st=x&dl=1',
    'uc0123.dl.dropboxusercontent.com /cd/0/get/Token/file?_download_id=1&dl=1',
  ]);
  assert.deepEqual((await fetchWith(cloud, 'https://www.dropbox.com/s/abc/song.mp3?dl=0')).content, song);
  const wrongKey = fetchWith(cloud, 'https://www.dropbox.com/scl/fi/abc/song.mp3?rlkey=bad');
  await assertRefused(wrongKey, 'url_not_public', /Dropbox does not hand this file/);
  const deleted = fetchWith(cloud, 'https://www.dropbox.com/scl/fi/deleted/song.mp3?rlkey=good');
  await assertRefused(deleted, 'fetch_failed', /no file at this link/);
  const folder = fetchWith(cloud, 'https://www.dropbox.com/scl/fo/abc/def?rlkey=good');
  await assertRefused(folder, 'url_not_public', /folder/);
});

test('Google Drive links arrive at once or through the form of large files, and not when they are not shared', async () => {
  const link = (id: string, more = ''): string =>
    `https://drive.google.com/file/d/${id}/view?usp=sharing${more}`;
  const small = await fetchWith(cloud, link('small_song_id'));
  assert.deepEqual(small.content, song);
  assert.equal(small.filename, 'Dríve Song.mp3');
  drives.requests.splice(0);
  assert.deepEqual((await fetchWith(cloud, link('large_song_id'))).content, song);
  assert.equal(drives.requests.length, 2);
  assert.match(drives.requests[1] ?? '', /uuid=b0b%261/);
  assert.deepEqual((await fetchWith(cloud, link('keyed_song_id', '&resourcekey=0-abc'))).content, song);
  await assertRefused(fetchWith(cloud, link('keyed_song_id')), 'url_not_public', /anyone with the link/);
  for (const id of ['private_song_id', 'quota_song_id', 'endless_song_id']) {
    await assertRefused(fetchWith(cloud, link(id)), 'url_not_public', /Google Drive does not hand this file/);
  }
  await assertRefused(fetchWith(cloud, link('missing_song_id')), 'fetch_failed', /no file at this link/);
});

test('a certificate that nobody vouches for, and a step down to http, are refused', async () => {
  const { ca: _, ...unvouched } = drives;
  const strict = createIngest(loopback, {
    ...quick,
    standIn: { ...unvouched, ca: '' },
    resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
  });
  const link = 'https://www.dropbox.com/s/abc/song.mp3';
  await assertRefused(fetchWith(strict, link), 'fetch_failed', /certificate/);
  const downgrade = fetchWith(cloud, 'https://www.dropbox.com/s/insecure/song.mp3');
  await assertRefused(downgrade, 'url_not_public', /secure page to an insecure one/);
});

test('a small document is read over https only, without redirects, within its limit', async () => {
  const signal = new AbortController().signal;
  const read = (address: string, maxBytes = 1000) => cloud.fetchDocument(address, { maxBytes, signal });
  await assertRefused(read('http://www.dropbox.com/x'), 'url_not_public', /https/);
  await assertRefused(read('https://10.0.0.1/x'), 'url_not_public', /private/);
  await assertRefused(read('https://www.dropbox.com/s/abc/song.mp3?dl=1'), 'fetch_failed', /redirects/);
  await assertRefused(read('https://uc0123.dl.dropboxusercontent.com/x'), 'file_too_large', /./);
  assert.match(await read('https://accounts.google.com/x'), /Sign in/);
});
