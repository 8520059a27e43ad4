// Uploads through everything that happens to them: bad lines, pauses, closed pages, other files, refusals.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../../../server/contract/limits.ts';
import type { SplitWire } from '../../../../server/contract/split.ts';
import { PartRefused, retryDelayMs } from './send-parts.ts';
import { UploadDesk, type UploadView } from './upload-desk.ts';
import type { UploadRecord } from './upload-record.ts';

const partSize = 10;
const songFile = (name = 'song.wav', size = 35, lastModified = 7): File =>
  new File([new Uint8Array(size)], name, { lastModified });

/** A service, its store, and a browser whose pages come and go; `put` says what happens to a part. */
const newHouse = () => {
  const records = new Map<string, string>();
  const files = new Map<string, File>();
  const house = {
    keepsFiles: true,
    put: async (_n: number): Promise<void> => undefined,
    completeError: null as Error | null,
    started: 0,
    puts: [] as number[],
    putsAtOnce: 0,
    mostAtOnce: 0,
    completed: [] as { token: string; parts: number[] }[],
    cancelled: [] as string[],
    waits: [] as number[],
    arrived: [] as string[],
    records,
    files,
    now: Date.parse('2026-11-21T12:00:00Z'),
  };
  let nextId = 1;
  const memory = {
    list: async () => [...records.values()].map((text) => JSON.parse(text) as UploadRecord),
    save: async (record: UploadRecord) => void records.set(record.id, JSON.stringify(record)),
    keepFile: async (id: string, file: File) => {
      if (house.keepsFiles) files.set(id, file);
    },
    fileOf: async (id: string) => files.get(id) ?? null,
    forget: async (id: string) => {
      records.delete(id);
      files.delete(id);
    },
  };
  const openPage = () =>
    new UploadDesk('acct_a', {
      api: {
        start: async ({ size }) => {
          house.started += 1;
          const count = Math.ceil(size / partSize);
          return {
            upload_token: `token-${String(house.started)}`,
            part_size: partSize,
            parts: Array.from({ length: count }, (_, index) => ({ n: index + 1, url: String(index + 1) })),
            expires_at: '2026-11-22T12:00:00Z',
          };
        },
        complete: async ({ upload_token: token, parts }) => {
          if (house.completeError) throw house.completeError;
          house.completed.push({ token, parts: parts.map(({ n }) => n) });
          return { id: 'split_a' } as SplitWire;
        },
        cancel: async ({ upload_token: token }) => void house.cancelled.push(token),
      },
      memory,
      tools: {
        put: async (url, bytes, { onBytes, signal }) => {
          house.puts.push(Number(url));
          house.putsAtOnce += 1;
          house.mostAtOnce = Math.max(house.mostAtOnce, house.putsAtOnce);
          try {
            onBytes(bytes.size / 2);
            await house.put(Number(url));
            signal.throwIfAborted();
            return `etag-${url}`;
          } finally {
            house.putsAtOnce -= 1;
          }
        },
        wait: async (ms) => void house.waits.push(ms),
        random: () => 0.5,
      },
      own: async () => () => undefined,
      explain: (error) => ({ code: error instanceof Error ? error.name : null, message: String(error) }),
      onArrived: ({ id }) => house.arrived.push(id),
      now: () => house.now,
      newId: () => `up${String(nextId++)}`,
    });
  return { ...house, house, openPage };
};

/** Resolves as soon as the uploads look as asked. */
const until = async (desk: UploadDesk, wanted: (views: readonly UploadView[]) => boolean): Promise<void> => {
  if (wanted(desk.views())) return;
  await new Promise<void>((resolve) => {
    const stop = desk.subscribe(() => {
      if (!wanted(desk.views())) return;
      stop();
      resolve();
    });
  });
};
const untilKind = (desk: UploadDesk, kind: UploadView['state']['kind']) =>
  until(desk, ([view]) => view?.state.kind === kind);
const untilEmpty = (desk: UploadDesk) => until(desk, (views) => views.length === 0);
const never = (): Promise<void> => new Promise(() => undefined);

test('a file goes in parts, each once, and becomes a song', async () => {
  const { house, openPage } = newHouse();
  const desk = openPage();
  desk.add([songFile()], 'fast');
  await untilEmpty(desk);
  assert.deepEqual(
    house.puts.toSorted((a, b) => a - b),
    [1, 2, 3, 4],
  );
  assert.deepEqual(house.completed, [{ token: 'token-1', parts: [1, 2, 3, 4] }]);
  assert.deepEqual(house.arrived, ['split_a']);
  assert.equal(house.records.size, 0);
});

test('many files share four lines, and two go at once', async () => {
  const { house, openPage } = newHouse();
  house.put = () => new Promise(setImmediate);
  const desk = openPage();
  let busyMost = 0;
  desk.subscribe(() => {
    const busy = desk.views().filter(({ state }) => state.kind === 'sending').length;
    busyMost = Math.max(busyMost, busy);
  });
  desk.add(
    [1, 2, 3, 4, 5].map((n) => songFile(`${String(n)}.wav`)),
    'vocals',
  );
  await untilEmpty(desk);
  assert.equal(house.completed.length, 5);
  assert.equal(house.mostAtOnce, 4);
  assert.equal(busyMost, 2);
});

test('a bad line is tried again with growing pauses, and said so meanwhile', async () => {
  const { house, openPage } = newHouse();
  let failures = 3;
  const desk = openPage();
  const kinds = new Set<string>();
  desk.subscribe(() => desk.views().forEach(({ state }) => kinds.add(state.kind)));
  house.put = async (n) => {
    if (n !== 2 || failures === 0) return;
    failures -= 1;
    throw new Error('broken');
  };
  desk.add([songFile()], 'vocals');
  await untilEmpty(desk);
  assert.deepEqual(house.waits, [1000, 2000, 4000]);
  assert.ok(kinds.has('troubled'));
  assert.equal(house.completed.length, 1);
});

test('the pauses grow to half a minute and spread', () => {
  assert.equal(retryDelayMs(1, 0), 750);
  assert.equal(retryDelayMs(1, 1), 1250);
  assert.equal(retryDelayMs(20, 0.5), 30_000);
});

test('a line that stays away stops the upload; trying again goes on with what is missing', async () => {
  const { house, openPage } = newHouse();
  house.put = async (n) => {
    if (n === 3) throw new Error('broken');
  };
  const desk = openPage();
  desk.add([songFile()], 'vocals');
  await untilKind(desk, 'stopped');
  house.puts.length = 0;
  house.put = async () => undefined;
  await desk.resume('up1');
  await untilEmpty(desk);
  assert.deepEqual(house.puts, [3]);
  assert.equal(house.started, 1);
});

test('a part that the store refuses for good begins the upload anew', async () => {
  const { house, openPage } = newHouse();
  house.put = async (n) => {
    if (n === 2) throw new PartRefused(403);
  };
  const desk = openPage();
  desk.add([songFile()], 'vocals');
  await untilKind(desk, 'stopped');
  house.put = async () => undefined;
  await desk.resume('up1');
  await untilEmpty(desk);
  assert.equal(house.completed[0]?.token, 'token-2');
});

test('paused, nothing is sent; resumed, only what is missing', async () => {
  const { house, openPage } = newHouse();
  house.put = (n) => (n === 1 ? Promise.resolve() : never());
  const desk = openPage();
  desk.add([songFile()], 'vocals');
  await until(desk, ([view]) => (view?.sentBytes ?? 0) >= 10 + 3 * 5 - 2.5);
  await desk.pause('up1');
  assert.equal(desk.views()[0]?.state.kind, 'paused');
  assert.equal(desk.views()[0]?.sentBytes, 10);
  house.puts.length = 0;
  house.put = async () => undefined;
  await desk.resume('up1');
  await until(desk, (views) => views.length === 0);
  assert.deepEqual(
    house.puts.toSorted((a, b) => a - b),
    [2, 3, 4],
  );
});

test('after a reload it goes on by itself with the parts that are missing', async () => {
  const { house, openPage } = newHouse();
  house.put = (n) => (n < 3 ? Promise.resolve() : never());
  const before = openPage();
  before.add([songFile()], 'full');
  await until(before, ([view]) => (view?.sentBytes ?? 0) > 20);
  house.puts.length = 0;
  house.put = async () => undefined;
  const next = openPage();
  const restored = next.restore();
  await restored;
  await untilEmpty(next);
  assert.deepEqual(
    house.puts.toSorted((a, b) => a - b),
    [3, 4],
  );
  assert.deepEqual(house.completed, [{ token: 'token-1', parts: [1, 2, 3, 4] }]);
});

test('files that wait for their turn are not lost by a reload', async () => {
  const { house, openPage } = newHouse();
  house.put = never;
  const before = openPage();
  before.add(
    [1, 2, 3, 4].map((n) => songFile(`${String(n)}.wav`)),
    'vocals',
  );
  await until(before, () => house.puts.length === 4);
  house.put = async () => undefined;
  const next = openPage();
  await next.restore();
  await untilEmpty(next);
  assert.equal(house.completed.length, 4);
  assert.equal(house.started, 4);
});

test('a file that the service will not take is not copied', async () => {
  const { house, openPage } = newHouse();
  const desk = openPage();
  const file = songFile();
  Object.defineProperty(file, 'size', { value: limits.directUploadBytes + 1 });
  house.put = never;
  desk.add([file], 'vocals');
  assert.equal(house.records.size, 0);
  assert.equal(house.files.size, 0);
});

test('an upload that was paused is still paused after a reload', async () => {
  const { house, openPage } = newHouse();
  house.put = never;
  const before = openPage();
  before.add([songFile()], 'vocals');
  await until(before, () => house.puts.length > 0);
  await before.pause('up1');
  const next = openPage();
  await next.restore();
  assert.equal(next.views()[0]?.state.kind, 'paused');
});

test('without the file the person is asked; another or a changed file is not taken, the same one is', async () => {
  const { house, openPage } = newHouse();
  house.keepsFiles = false;
  house.put = (n) => (n === 1 ? Promise.resolve() : never());
  const before = openPage();
  before.add([songFile()], 'vocals');
  await until(before, ([view]) => (view?.sentBytes ?? 0) > 20);
  house.put = async () => undefined;
  const next = openPage();
  await next.restore();
  assert.equal(next.views()[0]?.state.kind, 'needs-file');
  assert.equal(await next.giveFile('up1', songFile('other.wav')), false);
  assert.equal(await next.giveFile('up1', songFile('song.wav', 34)), false);
  assert.equal(await next.giveFile('up1', songFile('song.wav', 35, 8)), false);
  house.puts.length = 0;
  // Dropping it among others is as good.
  next.add([songFile()], 'vocals');
  await untilEmpty(next);
  assert.deepEqual(
    house.puts.toSorted((a, b) => a - b),
    [2, 3, 4],
  );
  assert.equal(house.started, 1);
});

test('an upload whose time is over is forgotten', async () => {
  const { house, openPage } = newHouse();
  house.put = never;
  const before = openPage();
  before.add([songFile()], 'vocals');
  await until(before, () => house.puts.length > 0);
  house.now += 24 * 3_600_000;
  const next = openPage();
  await next.restore();
  assert.deepEqual(next.views(), []);
  assert.equal(house.records.size, 0);
});

test('a cancelled upload is given up at the service and forgotten', async () => {
  const { house, openPage } = newHouse();
  house.put = never;
  const desk = openPage();
  desk.add([songFile()], 'vocals');
  await until(desk, () => house.puts.length > 0);
  await desk.cancel('up1');
  assert.deepEqual(desk.views(), []);
  assert.deepEqual(house.cancelled, ['token-1']);
  assert.equal(house.records.size, 0);
});

test('a song that a limit refuses keeps its parts: trying again sends none', async () => {
  const { house, openPage } = newHouse();
  house.completeError = Object.assign(new Error('used up'), { name: 'limit_reached' });
  const desk = openPage();
  desk.add([songFile()], 'vocals');
  await untilKind(desk, 'stopped');
  const state = desk.views()[0]?.state;
  assert.equal(state?.kind === 'stopped' && state.code, 'limit_reached');
  house.completeError = null;
  house.puts.length = 0;
  await desk.resume('up1');
  await untilEmpty(desk);
  assert.deepEqual(house.puts, []);
  assert.equal(house.completed.length, 1);
});
