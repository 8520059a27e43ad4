import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { isIPv6 } from 'node:net';
import { after, before, test } from 'node:test';
import { privateAddresses } from '../../tests/support/private-addresses.ts';
import { createGuardedFetch, type GuardedFetch, type GuardOptions } from './guarded-fetch.ts';
import { FetchRefused } from './ingest.ts';
import { createAddressPolicy } from './public-address.ts';

/** Answers what a test sets, and counts who came. */
let server: Server;
let port: number;
let connections = 0;
let answer: (socket: Socket) => void;

before(async () => {
  server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {});
    socket.once('data', () => answer(socket));
  });
  server.listen(0);
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
after(() => server.close());

const guarded = (cidrs: readonly string[], options: Partial<GuardOptions> = {}): GuardedFetch =>
  createGuardedFetch({ allows: createAddressPolicy(cidrs), userAgent: 'test', ...options });
const ask = (fetch: GuardedFetch, link: string, signal = new AbortController().signal) =>
  fetch(new URL(link), { signal, maxRedirects: 5, accept: '*/*' });
const assertPrivate = (work: Promise<unknown>, what: string): Promise<void> =>
  assert.rejects(work, (error: unknown) => {
    assert.ok(error instanceof FetchRefused, `${what}: ${String(error)}`);
    assert.equal(error.reason, 'url_not_public', what);
    assert.match(error.message, /private or local/, what);
    return true;
  });
const hostOf = (address: string): string => (isIPv6(address) ? `[${address}]` : address);

test('none of the 44 addresses is connected to: written in the link, answered by the name service, or redirected to', async () => {
  connections = 0;
  for (const address of privateAddresses) {
    await assertPrivate(ask(guarded([]), `http://${hostOf(address)}:${port}/`), `link to ${address}`);
    for (const answers of [[address], ['8.8.8.8', address], [address, '2606:4700::1111']]) {
      const resolve = () =>
        Promise.resolve(answers.map((one) => ({ address: one, family: isIPv6(one) ? 6 : 4 })));
      const named = ask(guarded([], { resolve }), `http://songs.example:${port}/`);
      await assertPrivate(named, `a name for ${answers.join(' and ')}`);
    }
  }
  assert.equal(connections, 0);
  for (const address of privateAddresses.filter((one) => !one.includes('127.0.0.1'))) {
    answer = (socket) =>
      socket.end(
        `HTTP/1.1 302 Found\r\nlocation: http://${hostOf(address)}:${port}/\r\ncontent-length: 0\r\n\r\n`,
      );
    const before: number = connections;
    await assertPrivate(
      ask(guarded(['127.0.0.1/32']), `http://127.0.0.1:${port}/`),
      `redirect to ${address}`,
    );
    assert.equal(connections, before + 1, 'only the redirecting server was reached');
  }
});

test('a stand-in is dialled under the same guard', async () => {
  connections = 0;
  const standIn = { hosts: ['songs.example'], port };
  await assertPrivate(ask(guarded([], { standIn }), 'http://songs.example/'), 'a stand-in');
  answer = (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi');
  const opened = await ask(guarded(['127.0.0.0/8'], { standIn }), 'http://songs.example/');
  assert.equal(await opened.body.text(), 'hi');
  await opened.close();
});

test('headers that only drip, and redirects that lead in a circle slowly, end at their deadlines', async () => {
  const timers: NodeJS.Timeout[] = [];
  answer = (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    timers.push(setInterval(() => socket.write('x-more: y\r\n'), 50));
  };
  const times = { connectMs: 5_000, headersMs: 1_000, bodyIdleMs: 60_000 };
  const dripping = ask(guarded(['127.0.0.0/8'], { times }), `http://127.0.0.1:${port}/`);
  await assert.rejects(dripping, /did not answer in time|too long headers/);
  for (const timer of timers) clearInterval(timer);

  answer = (socket) => {
    const moved = `HTTP/1.1 302 Found\r\nlocation: /again\r\ncontent-length: 0\r\n\r\n`;
    setTimeout(() => socket.end(moved), 400);
  };
  const deadline = AbortSignal.timeout(1_000);
  await assert.rejects(ask(guarded(['127.0.0.0/8']), `http://127.0.0.1:${port}/`, deadline), (error) => {
    assert.equal(error, deadline.reason);
    return true;
  });
});
