import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { createWebServer, type WebServer } from './web-server.ts';

const open = async (handle: RequestListener): Promise<WebServer & { port: number }> => {
  const web = createWebServer(handle);
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
