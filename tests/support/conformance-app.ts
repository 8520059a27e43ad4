// Functions of every feature the product uses, served by the unmodified Inngest SDK on a loopback address.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inngest, type InngestFunction, NonRetriableError, RetryAfterError } from 'inngest';
import { serve } from 'inngest/node';
import { Recorder } from './recorder.ts';

export type ConformanceApp = {
  client: Inngest;
  record: Recorder;
  serveUrl: string;
  /** The engine's address may be known only after the app's. */
  sendTo(baseUrl: string): void;
  close(): Promise<void>;
};

type Given = { key: string };
const given = (event: { data?: unknown }): Given & Record<string, unknown> =>
  event.data as Given & Record<string, unknown>;

const sequence = (client: Inngest, record: Recorder) =>
  client.createFunction(
    { id: 'sequence', retries: 0, triggers: [{ event: 'suite/sequence' }] },
    async ({ event, step, runId }) => {
      const { key } = given(event);
      const first = await step.run('first', () => {
        record.note(key, 'first');
        return { text: 'a\u0000b ♫', number: 1.5, nothing: null, list: [1, 'x'] };
      });
      const second = await step.run('second', () => {
        record.note(key, 'second');
      });
      record.note(key, 'end', { first, second, runId });
      return { first };
    },
  );

const retried = (client: Inngest, record: Recorder) =>
  client.createFunction(
    { id: 'retried', retries: 3, triggers: [{ event: 'suite/retried' }] },
    async ({ event, step, attempt }) => {
      const { key } = given(event);
      const answer = await step.run('flaky', () => {
        record.note(key, 'attempt', attempt);
        if (record.count(key, 'attempt') < 3) throw new RetryAfterError('not yet', '1s');
        return 'third';
      });
      record.note(key, 'end', answer);
    },
  );

const failing = (client: Inngest, record: Recorder) =>
  client.createFunction(
    {
      id: 'failing',
      retries: 3,
      triggers: [{ event: 'suite/failing' }],
      onFailure: ({ event, error }) => {
        const original = event.data.event as { data: Given };
        record.note(original.data.key, 'failure', error.message);
      },
    },
    ({ event }) => {
      record.note(given(event).key, 'attempt');
      throw new NonRetriableError('never again');
    },
  );

const caught = (client: Inngest, record: Recorder) =>
  client.createFunction(
    { id: 'caught', retries: 0, triggers: [{ event: 'suite/caught' }] },
    async ({ event, step }) => {
      const { key } = given(event);
      const answer = await step
        .run('breaks', () => {
          throw new Error('broken');
        })
        .catch((error: unknown) => `caught ${error instanceof Error ? error.message : ''}`);
      record.note(key, 'end', answer);
    },
  );

const sleeping = (client: Inngest, record: Recorder) =>
  client.createFunction(
    { id: 'sleeping', retries: 0, triggers: [{ event: 'suite/sleeping' }] },
    async ({ event, step }) => {
      const { key } = given(event);
      const before = await step.run('before', () => Date.now());
      await step.sleep('nap', '1s');
      await step.sleepUntil('until', new Date(before + 2000));
      record.note(key, 'end', Date.now() - before);
    },
  );

const waiting = (client: Inngest, record: Recorder) =>
  client.createFunction(
    { id: 'waiting', retries: 0, triggers: [{ event: 'suite/waiting' }] },
    async ({ event, step }) => {
      const { key, timeout } = given(event);
      await step.run('ready', () => record.note(key, 'ready'));
      const signal = await step.waitForEvent('signal', {
        event: 'suite/signal',
        timeout: String(timeout),
        if: 'async.data.key == event.data.key && async.data.level > 2',
      });
      record.note(key, 'end', signal === null ? null : given(signal)['level']);
    },
  );

const invoking = (client: Inngest, record: Recorder) => {
  const child = client.createFunction(
    { id: 'child', retries: 0, triggers: [{ event: 'suite/child' }] },
    async ({ event, step }) => {
      const { number } = given(event);
      if (Number(number) < 0) throw new NonRetriableError('negative');
      return step.run('double', () => Number(number) * 2);
    },
  );
  const parent = client.createFunction(
    { id: 'parent', retries: 0, triggers: [{ event: 'suite/parent' }] },
    async ({ event, step }) => {
      const { key } = given(event);
      const doubled = await step.invoke('good', { function: child, data: { number: 21 } });
      const refused = await step
        .invoke('bad', { function: child, data: { number: -1 } })
        .catch((error: unknown) => (error instanceof Error ? error.message : ''));
      record.note(key, 'end', { doubled, refused });
    },
  );
  return [child, parent];
};

const sending = (client: Inngest, record: Recorder) => [
  client.createFunction(
    { id: 'sender', retries: 0, triggers: [{ event: 'suite/sender' }] },
    async ({ event, step }) => {
      const { key } = given(event);
      const sent = await step.sendEvent('tell', [{ name: 'suite/heard', data: { key } }]);
      record.note(key, 'sent', sent.ids.length);
    },
  ),
  client.createFunction({ id: 'hearer', retries: 0, triggers: [{ event: 'suite/heard' }] }, ({ event }) =>
    record.note(given(event).key, 'heard'),
  ),
];

const parallel = (client: Inngest, record: Recorder) => [
  client.createFunction(
    { id: 'parallel', retries: 0, triggers: [{ event: 'suite/parallel' }] },
    async ({ event, step }) => {
      const { key } = given(event);
      const lane = (name: string) =>
        step
          .run(`${name}-1`, () => record.note(key, `${name}-1`))
          .then(() => step.run(`${name}-2`, () => `${name} done`));
      const [a, b] = await Promise.all([lane('a'), lane('b'), step.sleep('nap', '1s')]);
      const last = await step.run('last', () => 'last');
      record.note(key, 'end', [a, b, last]);
    },
  ),
  client.createFunction(
    { id: 'racing', retries: 0, triggers: [{ event: 'suite/racing' }] },
    async ({ event, step, group }) => {
      const { key } = given(event);
      const winner = await group.parallel({ mode: 'race' }, () =>
        Promise.race([step.run('fast', () => 'fast'), step.sleep('slow', '1h').then(() => 'slow')]),
      );
      await step.run('after', () => record.note(key, 'after'));
      record.note(key, 'end', winner);
    },
  ),
];

const cancelled = (client: Inngest, record: Recorder) => [
  client.createFunction(
    {
      id: 'cancellable',
      retries: 0,
      triggers: [{ event: 'suite/cancellable' }],
      cancelOn: [{ event: 'suite/cancel', if: 'async.data.key == event.data.key' }],
    },
    async ({ event, step }) => {
      const { key } = given(event);
      await step.run('started', () => record.note(key, 'started'));
      await step.sleep('nap', String(given(event)['nap']));
      await step.run('survived', () => record.note(key, 'survived'));
    },
  ),
  client.createFunction(
    { id: 'mourner', retries: 0, triggers: [{ event: 'inngest/function.cancelled' }] },
    ({ event }) => {
      const original = (event.data as unknown as { event: { data: Given } }).event;
      record.note(original.data.key, 'cancelled');
    },
  ),
];

const once = (client: Inngest, record: Recorder) =>
  client.createFunction(
    {
      id: 'once',
      retries: 0,
      idempotency: 'event.data.key',
      triggers: [{ event: 'suite/once' }],
    },
    ({ event }) => record.note(given(event).key, 'ran'),
  );

const plain = (client: Inngest, record: Recorder) =>
  client.createFunction(
    { id: 'plain', retries: 0, triggers: [{ event: 'suite/plain', if: 'event.data.wanted == true' }] },
    ({ event }) => record.note(given(event).key, 'ran', event.id),
  );

const narrow = (client: Inngest, record: Recorder) =>
  client.createFunction(
    {
      id: 'narrow',
      retries: 0,
      concurrency: [{ key: 'event.data.lane', limit: 1 }],
      triggers: [{ event: 'suite/narrow' }],
    },
    async ({ event, step }) => {
      const { key, lane } = given(event);
      await step.run('work', async () => {
        record.note(key, 'enter', lane);
        await sleep(150);
        record.note(key, 'leave', lane);
      });
    },
  );

const openServer = (listener: http.RequestListener, port: number): Promise<http.Server> =>
  new Promise((resolve) => {
    const server = http.createServer(listener);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });

/** A step that lasts, so that a process can die in the middle of it. */
const lasting = (client: Inngest, record: Recorder) =>
  client.createFunction(
    { id: 'lasting', retries: 3, triggers: [{ event: 'suite/lasting' }] },
    async ({ event, step }) => {
      const { key } = given(event);
      for (const name of ['one', 'two', 'three']) {
        await step.run(name, async () => {
          record.note(key, `begin ${name}`);
          await sleep(100 + Math.random() * 200);
        });
        record.note(key, `past ${name}`);
      }
      record.note(key, 'end');
    },
  );

const refused = (client: Inngest) =>
  client.createFunction(
    { id: 'refused', throttle: { limit: 1, period: '1m' }, triggers: [{ event: 'suite/refused' }] },
    () => undefined,
  );

export const startConformanceApp = async (options: {
  baseUrl: string;
  eventKey: string;
  signingKey: string;
  port?: number;
  /** Adds a function with an option that the embedded engine does not have. */
  withRefused?: boolean;
}): Promise<ConformanceApp> => {
  // The SDK reads its options at every request.
  const target = {
    id: 'conformance',
    isDev: false,
    baseUrl: options.baseUrl,
    eventKey: options.eventKey,
    signingKey: options.signingKey,
    aiMetadata: false,
    logger: { info() {}, warn() {}, error() {}, debug() {} },
  };
  const client = new Inngest(target);
  const record = new Recorder();
  const functions: InngestFunction.Like[] = [
    sequence,
    retried,
    failing,
    caught,
    sleeping,
    waiting,
    invoking,
    sending,
    parallel,
    cancelled,
    once,
    plain,
    narrow,
    lasting,
    ...(options.withRefused === true ? [refused] : []),
  ].flatMap((make): InngestFunction.Like | InngestFunction.Like[] => make(client, record));
  const handle = serve({ client, functions });
  const server = await openServer((request, response) => {
    Promise.resolve(handle(request, response)).catch(() => response.destroy());
  }, options.port ?? 0);
  const { port } = server.address() as AddressInfo;
  return {
    client,
    record,
    serveUrl: `http://127.0.0.1:${port}/api/inngest`,
    sendTo: (baseUrl) => {
      target.baseUrl = baseUrl;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
