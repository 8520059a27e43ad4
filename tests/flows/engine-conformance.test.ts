// One suite of functions, run by the unmodified SDK on the embedded engine; or on a real Inngest when
// INNGEST_CONFORMANCE_URL (and _EVENT_KEY, _SIGNING_KEY, _PORT) name one.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Engine } from '../../server/engine/engine.ts';
import { createLog } from '../../server/log.ts';
import { type ConformanceApp, startConformanceApp } from '../support/conformance-app.ts';
import { startTestPostgres, type TestDatabase, type TestPostgres } from '../support/postgres.ts';

const realUrl = process.env['INNGEST_CONFORMANCE_URL'];
const eventKey = process.env['INNGEST_CONFORMANCE_EVENT_KEY'] ?? 'conformance-event-key';
const signingKey = process.env['INNGEST_CONFORMANCE_SIGNING_KEY'] ?? `signkey-prod-${'ab'.repeat(32)}`;

let app: ConformanceApp;
let engine: Engine | undefined;
let postgres: TestPostgres | undefined;
let database: TestDatabase | undefined;

const startEmbedded = async (): Promise<void> => {
  postgres = await startTestPostgres();
  database = await postgres.createDatabase();
  const port = Number(process.env['INNGEST_CONFORMANCE_PORT'] ?? 0);
  // The engine's address is needed by the app and the app's by the engine: the app's events find it later.
  app = await startConformanceApp({ baseUrl: 'http://127.0.0.1:1', eventKey, signingKey, port });
  engine = new Engine({
    databaseUrl: database.url,
    databasePool: 6,
    port: 0,
    eventKey,
    app: { serveUrl: app.serveUrl, signingKey },
    log: createLog((line) => (process.env['DEBUG_ENGINE'] ? process.stderr.write(line) : undefined)),
    callsAtOnce: 16,
    callTimeoutMs: 30_000,
    drainMs: 5_000,
  });
  await engine.start();
  app.sendTo(engine.url);
};

const startReal = async (url: string): Promise<void> => {
  const port = Number(process.env['INNGEST_CONFORMANCE_PORT'] ?? 0);
  app = await startConformanceApp({ baseUrl: url, eventKey, signingKey, port });
  const answer = await fetch(app.serveUrl, { method: 'PUT' });
  assert.equal(answer.status, 200, await answer.text());
};

before(() => (realUrl === undefined ? startEmbedded() : startReal(realUrl)));
after(async () => {
  await engine?.stop();
  await app.close();
  await database?.drop();
  await postgres?.stop();
});

const send = async (name: string, data: Record<string, unknown> = {}, id?: string): Promise<string> => {
  const key = typeof data['key'] === 'string' ? data['key'] : randomUUID();
  await app.client.send({ name, data: { key, ...data }, ...(id === undefined ? {} : { id }) });
  return key;
};

describe('steps', () => {
  test('run once each, in order, and their results come back as they were', async () => {
    const key = await send('suite/sequence');
    const end = await app.record.waitFor(key, 'end');
    assert.deepEqual(
      app.record.of(key).map(({ what }) => what),
      ['first', 'second', 'end'],
    );
    const { first, second } = end.value as { first: unknown; second: unknown };
    assert.deepEqual(first, { text: 'a\u0000b ♫', number: 1.5, nothing: null, list: [1, 'x'] });
    assert.equal(second, null);
  });

  test('that fail are tried again, and know which attempt it is', async () => {
    const key = await send('suite/retried');
    const end = await app.record.waitFor(key, 'end');
    assert.equal(end.value, 'third');
    assert.deepEqual(
      app.record.of(key, 'attempt').map(({ value }) => value),
      [0, 1, 2],
    );
  });

  test('that fail for good throw into the function, which may catch', async () => {
    const key = await send('suite/caught');
    assert.equal((await app.record.waitFor(key, 'end')).value, 'caught broken');
  });

  test('beside each other all end before the function goes on', async () => {
    const key = await send('suite/parallel');
    const end = await app.record.waitFor(key, 'end');
    assert.deepEqual(end.value, ['a done', 'b done', 'last']);
    assert.equal(app.record.count(key, 'a-1'), 1);
    assert.equal(app.record.count(key, 'b-1'), 1);
  });

  test('that race go on with the first', async () => {
    const key = await send('suite/racing');
    assert.equal((await app.record.waitFor(key, 'end')).value, 'fast');
    assert.equal(app.record.count(key, 'after'), 1);
  });
});

describe('failures', () => {
  test('that must not be retried are not, and reach the failure handler with the event', async () => {
    const key = await send('suite/failing');
    assert.match(String((await app.record.waitFor(key, 'failure')).value), /never again/);
    assert.equal(app.record.count(key, 'attempt'), 1);
  });
});

describe('time', () => {
  test('sleeps last as long as they say', async () => {
    const key = await send('suite/sleeping');
    const { value } = await app.record.waitFor(key, 'end');
    assert.ok(Number(value) >= 1990, `woke after ${String(value)} ms`);
  });
});

describe('events', () => {
  test('wake the run that waits for them and pass those that do not match', async () => {
    const key = await send('suite/waiting', { timeout: '1h' });
    await app.record.waitFor(key, 'ready');
    // The wait is registered after the step before it; an event that comes too early is missed by design.
    for (let tries = 0; tries < 50 && app.record.count(key, 'end') === 0; tries += 1) {
      await send('suite/signal', { key, level: 1 });
      await send('suite/signal', { key: randomUUID(), level: 9 });
      await sleep(200);
      if (tries > 2) await send('suite/signal', { key, level: 5 });
    }
    assert.equal((await app.record.waitFor(key, 'end')).value, 5);
  });

  test('that do not come leave null after the time', async () => {
    const key = await send('suite/waiting', { timeout: '1s' });
    assert.equal((await app.record.waitFor(key, 'end')).value, null);
  });

  test('sent by a step start other functions', async () => {
    const key = await send('suite/sender');
    assert.equal((await app.record.waitFor(key, 'sent')).value, 1);
    await app.record.waitFor(key, 'heard');
  });

  test('start only functions whose condition they meet', async () => {
    const unwanted = await send('suite/plain', { wanted: false });
    const wanted = await send('suite/plain', { wanted: true });
    await app.record.waitFor(wanted, 'ran');
    assert.equal(app.record.count(unwanted, 'ran'), 0);
  });

  test('with one id are taken once', async () => {
    const id = randomUUID();
    const key = await send('suite/plain', { wanted: true }, id);
    for (let times = 0; times < 3; times += 1) await send('suite/plain', { key, wanted: true }, id);
    await app.record.waitFor(key, 'ran');
    const marker = await send('suite/plain', { wanted: true });
    await app.record.waitFor(marker, 'ran');
    assert.equal(app.record.count(key, 'ran'), 1);
  });
});

describe('invocations', () => {
  test('give the result or the error of the other function', async () => {
    const key = await send('suite/parent');
    const { doubled, refused } = (await app.record.waitFor(key, 'end')).value as Record<string, unknown>;
    assert.equal(doubled, 42);
    assert.match(String(refused), /negative/);
  });
});

describe('cancellation', () => {
  test('ends the run between steps, tells of it, and leaves other runs alone', async () => {
    const spared = await send('suite/cancellable', { nap: '3s' });
    const key = await send('suite/cancellable', { nap: '2s' });
    await app.record.waitFor(key, 'started');
    await app.record.waitFor(spared, 'started');
    await send('suite/cancel', { key });
    await app.record.waitFor(key, 'cancelled');
    await app.record.waitFor(spared, 'survived');
    assert.equal(app.record.count(key, 'survived'), 0);
  });
});

describe('idempotency', () => {
  test('starts one run for one key', async () => {
    const key = await send('suite/once');
    for (let times = 0; times < 4; times += 1) await send('suite/once', { key });
    await app.record.waitFor(key, 'ran');
    const marker = await send('suite/once');
    await app.record.waitFor(marker, 'ran');
    assert.equal(app.record.count(key, 'ran'), 1);
  });
});

describe('concurrency', () => {
  test('is limited per key, and other keys do not wait', async () => {
    const key = randomUUID();
    const sent = [];
    for (let n = 0; n < 6; n += 1) sent.push(send('suite/narrow', { key, lane: n % 2 ? 'odd' : 'even' }));
    await Promise.all(sent);
    await app.record.waitFor(key, 'leave', 6);
    const inside = new Map<unknown, number>();
    for (const { what, value } of app.record.of(key)) {
      const now = (inside.get(value) ?? 0) + (what === 'enter' ? 1 : -1);
      assert.ok(now <= 1, 'two steps of one lane at once');
      inside.set(value, now);
    }
  });
});

describe('the door', () => {
  test('of the app is shut to calls that are not signed', async () => {
    const url = new URL(app.serveUrl);
    url.searchParams.set('fnId', 'conformance-plain');
    url.searchParams.set('stepId', 'step');
    const answer = await fetch(url, { method: 'POST', body: '{"event":{},"steps":{},"ctx":{}}' });
    assert.equal(answer.status, 401);
  });

  test('of the engine is shut to another event key', async () => {
    const base = realUrl ?? engine?.url;
    if (realUrl !== undefined) return;
    const answer = await fetch(`${base}/e/another-key`, { method: 'POST', body: '[]' });
    assert.equal(answer.status, 401);
  });
});
