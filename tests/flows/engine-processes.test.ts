// The embedded engine as processes: several on one database, killed, drained, started before the app, refused at sync.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, openDb } from '../../server/db/client.ts';
import { openSql } from '../../server/db/open-sql.ts';
import { parseCron } from '../../server/engine/cron.ts';
import type { EngineFunction } from '../../server/engine/function-config.ts';
import { runSchedules } from '../../server/engine/run-schedules.ts';
import { type ConformanceApp, startConformanceApp } from '../support/conformance-app.ts';
import { type EngineProcess, startEngineProcess } from '../support/engine-process.ts';
import { eventually } from '../support/job-desk.ts';
import { freePort } from '../../server/supervisor/free-port.ts';
import { startTestPostgres, type TestDatabase, type TestPostgres } from '../support/postgres.ts';

const eventKey = 'processes-event-key';
const signingKey = `signkey-prod-${'cd'.repeat(32)}`;

let postgres: TestPostgres;
let database: TestDatabase;
let db: Db;
let app: ConformanceApp | undefined;
let engines: EngineProcess[] = [];

before(async () => {
  postgres = await startTestPostgres();
});
after(() => postgres.stop());
beforeEach(async () => {
  database = await postgres.createDatabase();
  db = openDb(database.url, 2);
});
afterEach(async () => {
  for (const engine of engines) engine.kill('SIGKILL');
  await Promise.all(engines.map((engine) => engine.ended));
  engines = [];
  await app?.close();
  app = undefined;
  await db.$disconnect();
  await database.drop();
});

const startEngine = async (serveUrl: string): Promise<EngineProcess> => {
  const engine = await startEngineProcess({
    DATABASE_URL: database.url,
    INNGEST_EVENT_KEY: eventKey,
    INNGEST_SIGNING_KEY: signingKey,
    ENGINE_SERVE_URL: serveUrl,
  });
  engines.push(engine);
  return engine;
};

const startApp = async (options: { port?: number; withRefused?: boolean } = {}): Promise<ConformanceApp> => {
  app = await startConformanceApp({ baseUrl: 'http://127.0.0.1:1', eventKey, signingKey, ...options });
  return app;
};

const health = async (engine: EngineProcess): Promise<{ functions: string[]; sync_error: string | null }> =>
  (await (await fetch(`${engine.url}/health`)).json()) as { functions: string[]; sync_error: string | null };

type LogLine = { level: string; event: string };

const linesOf = (engine: EngineProcess): LogLine[] =>
  engine.lines
    .map((line) => JSON.parse(line) as Partial<LogLine>)
    .filter((line): line is LogLine => line.level !== undefined);

const logged = async (engine: EngineProcess, event: string): Promise<void> => {
  for (let tries = 0; tries < 200; tries += 1) {
    if (linesOf(engine).some((line) => line.event === event)) return;
    await sleep(100);
  }
  throw new Error(`the engine never said ${event}:\n${engine.lines.join('\n')}`);
};

describe('engine processes', () => {
  test('take over what a killed one had begun, and every run ends once', async () => {
    const suite = await startApp();
    const [first, second] = [await startEngine(suite.serveUrl), await startEngine(suite.serveUrl)];
    suite.sendTo(second.url);
    const keys = Array.from({ length: 20 }, () => randomUUID());
    await suite.client.send(keys.map((key) => ({ name: 'suite/lasting', data: { key } })));
    await suite.record.waitFor(keys[0] ?? '', 'begin one');
    await sleep(200);
    first.kill('SIGKILL');
    for (const key of keys) await suite.record.waitFor(key, 'end', 1, 90_000);
    // A function has ended a moment before its engine has written that down.
    await eventually('no task is left', async () => (await db.engineTask.count()) === 0);
    const runs = await db.engineRun.groupBy({
      by: ['status'],
      _count: true,
      where: { functionId: 'conformance-lasting' },
    });
    assert.deepEqual(runs, [{ status: 'completed', _count: keys.length }]);
  });

  test('drain on SIGTERM: open steps end, nothing is done twice', async () => {
    const suite = await startApp();
    const first = await startEngine(suite.serveUrl);
    suite.sendTo(first.url);
    const key = randomUUID();
    await suite.client.send({ name: 'suite/lasting', data: { key } });
    await suite.record.waitFor(key, 'begin one');
    first.kill('SIGTERM');
    assert.equal(await first.ended, 0);
    const second = await startEngine(suite.serveUrl);
    suite.sendTo(second.url);
    await suite.record.waitFor(key, 'end');
    for (const name of ['one', 'two', 'three']) assert.equal(suite.record.count(key, `begin ${name}`), 1);
  });

  test('started before the app, wait for it, say so once, and go on by themselves', async () => {
    const port = await freePort();
    const engine = await startEngine(`http://127.0.0.1:${port}/api/inngest`);
    await logged(engine, 'engine_waits_for_app');
    assert.deepEqual((await health(engine)).functions, []);
    // Long enough to have asked again, and in vain.
    await sleep(1_500);
    const suite = await startApp({ port });
    suite.sendTo(engine.url);
    await logged(engine, 'engine_synced');
    const key = randomUUID();
    await suite.client.send({ name: 'suite/plain', data: { key, wanted: true } });
    await suite.record.waitFor(key, 'ran');
    assert.equal((await health(engine)).sync_error, null);
    assert.deepEqual(
      linesOf(engine).map(({ level, event }) => `${level} ${event}`),
      ['info engine_waits_for_app', 'info engine_synced'],
    );
  });

  test('keep events until the app is up', async () => {
    const port = await freePort();
    const engine = await startEngine(`http://127.0.0.1:${port}/api/inngest`);
    const key = randomUUID();
    const answer = await fetch(`${engine.url}/e/${eventKey}`, {
      method: 'POST',
      body: JSON.stringify({ name: 'suite/plain', data: { key, wanted: true } }),
    });
    assert.equal(answer.status, 200);
    const suite = await startApp({ port });
    await suite.record.waitFor(key, 'ran');
  });

  test('outlive whoever reads their log', async () => {
    const port = await freePort();
    const engine = await startEngine(`http://127.0.0.1:${port}/api/inngest`);
    engine.breakOutput();
    // The sync is written to the log, where nobody reads any more.
    const suite = await startApp({ port });
    suite.sendTo(engine.url);
    const key = randomUUID();
    await suite.client.send({ name: 'suite/plain', data: { key, wanted: true } });
    await suite.record.waitFor(key, 'ran');
    assert.equal((await fetch(`${engine.url}/health`)).status, 200);
  });

  test('wait for an app that goes away, without spending attempts', async () => {
    const port = await freePort();
    const before = await startApp({ port });
    const engine = await startEngine(before.serveUrl);
    before.sendTo(engine.url);
    const first = randomUUID();
    await before.client.send({ name: 'suite/plain', data: { key: first, wanted: true } });
    await before.record.waitFor(first, 'ran');
    await before.close();
    const key = randomUUID();
    await before.client.send({ name: 'suite/failing', data: { key } });
    await sleep(3_000);
    const again = await startApp({ port });
    await again.record.waitFor(key, 'failure');
    assert.equal(again.record.count(key, 'attempt'), 1);
  });

  test('refuse an app with an option they do not have, and say which', async () => {
    const suite = await startApp({ withRefused: true });
    const engine = await startEngine(suite.serveUrl);
    for (let tries = 0; tries < 100; tries += 1) {
      const { functions, sync_error: error } = await health(engine);
      assert.deepEqual(functions, []);
      if (error?.includes('throttle')) return assert.match(error, /conformance-refused/);
      await sleep(100);
    }
    throw new Error('the sync was not refused');
  });

  test('start a schedule once a minute, however many there are', async () => {
    const fn: EngineFunction = {
      id: 'app-cron',
      maxAttempts: 1,
      events: [],
      crons: [{ text: '*/2 * * * *', schedule: parseCron('*/2 * * * *') }],
      cancels: [],
      limits: [],
      idempotency: null,
    };
    const functions = new Map([[fn.id, fn]]);
    const pools = [openSql(database.url, 2), openSql(database.url, 2)];
    const minutes = ['00:00', '00:30', '01:00', '02:00', '02:59', '03:10', '04:01'];
    for (const minute of minutes) {
      const now = new Date(`2026-01-01T00:${minute}Z`);
      await Promise.all([...pools, ...pools].map((each) => runSchedules(each, functions, now)));
    }
    await Promise.all(pools.map((pool) => pool.close()));
    assert.equal(await db.engineRun.count(), 3);
  });
});
