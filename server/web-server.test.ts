import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createWebServer, type WebServer, type WebServerTimes, webServerTimes } from './web-server.ts';

const open = async (
  handle: RequestListener,
  times?: WebServerTimes,
): Promise<WebServer & { port: number }> => {
  const web = createWebServer(handle, undefined, times);
  web.server.listen(0, '127.0.0.1');
  await once(web.server, 'listening');
  return { ...web, port: (web.server.address() as AddressInfo).port };
};

const get = async (port: number): Promise<{ headers: IncomingMessage['headers']; body: string }> => {
  const call = request({ port, host: '127.0.0.1' });
  call.end();
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  let body = '';
  for await (const chunk of answer) body += String(chunk);
  return { headers: answer.headers, body };
};

const varyOf = async (type: string, vary: string | string[] | null): Promise<string | undefined> => {
  const web = await open((_, response) => {
    response.setHeader('content-type', type);
    if (vary !== null) response.setHeader('vary', vary);
    response.end('x');
  });
  const { headers } = await get(web.port);
  await web.drain(100);
  return headers.vary;
};

test('pages vary by Accept beside what they vary by already; other answers are left alone', async () => {
  assert.equal(await varyOf('text/html; charset=utf-8', null), 'Accept');
  assert.equal(await varyOf('text/markdown', 'rsc, next-url'), 'rsc, next-url, Accept');
  assert.equal(await varyOf('text/html', ['rsc', 'accept']), 'rsc, accept');
  assert.equal(await varyOf('application/json', null), undefined);
});

test('an exact length announced under its other name is sent as Content-Length', async () => {
  const web = await open((_, response) => {
    response.setHeader('x-exact-length', '5');
    response.write('ab');
    response.end('cde');
  });
  const { headers, body } = await get(web.port);
  await web.drain(100);
  assert.equal(headers['content-length'], '5');
  assert.equal(headers['transfer-encoding'], undefined);
  assert.equal(headers['x-exact-length'], undefined);
  assert.equal(body, 'abcde');
});

test('a drain lets an answer under way end, and closes its connection', async () => {
  const web = await open((_, response) => {
    setTimeout(() => response.end('whole'), 300);
  });
  const answer = get(web.port);
  await once(web.server, 'request');
  await web.drain(30_000);
  const { headers, body } = await answer;
  assert.equal(body, 'whole');
  assert.equal(headers.connection, 'close');
  await assert.rejects(get(web.port), /ECONNREFUSED/);
});

test('a drain ends although a client never finishes', async () => {
  const web = await open(() => {});
  const answer = get(web.port);
  answer.catch(() => {});
  await once(web.server, 'request');
  await web.drain(50);
  await assert.rejects(answer, /socket hang up|ECONNRESET/);
});

test('every page carries a policy that runs our scripts only, with a nonce of its own', async () => {
  const web = await open((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(String(request.headers['content-security-policy']));
  });
  const first = await get(web.port);
  const second = await get(web.port);
  await web.drain(100);
  const policy = String(first.headers['content-security-policy']);
  assert.match(policy, /script-src 'self' 'nonce-[A-Za-z0-9+/=]{24}'/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.equal(first.body, policy);
  assert.notEqual(policy, second.headers['content-security-policy']);
  assert.equal(first.headers['x-content-type-options'], 'nosniff');
});

test('a path that cannot be decoded is the caller’s mistake, and the handler never sees it', async () => {
  const web = await open(() => assert.fail('it was handed on'));
  const call = request({ port: web.port, host: '127.0.0.1', path: '/api/v1/%E0%A4%A' });
  call.end();
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  await web.drain(100);
  assert.equal(answer.statusCode, 400);
});

/** Sends the pieces with a pause after each, and reads until the server closes. */
const drip = async (port: number, pieces: readonly string[], pauseMs: number): Promise<string> => {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => {});
  const answer = buffer(socket);
  for (const piece of pieces) {
    socket.write(piece);
    await sleep(pauseMs);
  }
  return (await answer).toString();
};
const statusIn = (answer: string): string | undefined => /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1];
const readAll: RequestListener = (request, response) => {
  buffer(request).then(
    (body) => response.setHeader('connection', 'close').end(String(body.length)),
    () => {},
  );
};
const uploadHead = (bytes: number): string =>
  `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${bytes}\r\n\r\n`;

test('an upload that takes longer than Node’s own five minutes arrives: here with a second for every 500', async () => {
  const faster = 500;
  const times = {
    ...webServerTimes,
    requestMs: webServerTimes.requestMs / faster,
    headersMs: 10_000,
    checkEveryMs: 10,
  };
  const web = await open(readAll, times);
  const steps = 20;
  const answer = await drip(
    web.port,
    [uploadHead(steps), ...Array<string>(steps).fill('x')],
    (340_000 / faster / steps) * 1.1,
  );
  await web.drain(100);
  assert.equal(statusIn(answer), '200', answer);
  assert.match(answer, /\r\n20$/);
  assert.equal(createWebServer(readAll).server.requestTimeout, webServerTimes.requestMs);
  assert.equal(createWebServer(readAll).server.timeout, 0, 'a pause between two packets is nobody’s fault');
});

test('a body or headers that never end are given up with 408', async () => {
  const short = { ...webServerTimes, checkEveryMs: 20 };
  const body = await open(readAll, { ...short, requestMs: 300, headersMs: 300 });
  assert.equal(statusIn(await drip(body.port, [uploadHead(5), 'x'], 0)), '408');
  await body.drain(100);
  const headers = await open(readAll, { ...short, headersMs: 300 });
  assert.equal(statusIn(await drip(headers.port, ['GET / HTTP/1.1\r\n', 'host: x\r\n'], 0)), '408');
  await headers.drain(100);
});
