// The worker's promises to the app, over HTTP, with real decoders and encoders and no model.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { jobReport, workerHealth, type JobReport } from '../../workers/contract/job.ts';
import type { Separate } from '../../workers/run-job.ts';
import { eventually } from '../support/job-desk.ts';
import { plainSeparation } from '../support/plain-separation.ts';
import { floatWav, testSong } from '../support/known-song.ts';
import { withWorkerDesk } from '../support/worker-desk.ts';

const songOf = (seconds: number): Buffer => {
  const { left, right } = testSong(seconds * 44_100);
  return floatWav([left, right], 44_100);
};
const song = songOf(2);

/** Works until it is told to stop, like a song of any length. */
const endless: Separate = ({ signal }) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

const failing =
  (errors: Error[]): Separate =>
  (options) => {
    const error = errors.shift();
    return error ? Promise.reject(error) : plainSeparation(options);
  };

test('a job fetches its song, delivers every file as announced, reports in order and leaves nothing', async () => {
  await withWorkerDesk({ separate: plainSeparation }, async (worker) => {
    worker.desk.song = song;
    const request = worker.desk.request('one');
    const first = jobReport.parse(await worker.put('one', request));
    assert.ok(['queued', 'processing'].includes(first.state));
    const last = jobReport.parse(await worker.settled('one'));
    assert.equal(last.state, 'done');
    assert.equal(last.result?.sample_count, 88_200);
    assert.equal(last.result?.duration_seconds, 2);
    for (const stem of last.result?.stems ?? []) {
      for (const file of stem.files) {
        const stored = worker.desk.stored.get(`/stems/one/${stem.name}.${file.kind}`);
        assert.equal(stored?.bytes.length, file.bytes);
        assert.equal(stored?.declaredBytes, file.bytes);
        assert.equal(stored?.chunked, false);
        assert.equal(crc32(stored?.bytes ?? ''), file.crc32);
      }
    }
    assert.equal(worker.desk.stored.size, request.outputs.length);
    await eventually('the end is heard', () => worker.desk.heard.at(-1)?.report.state === 'done');
    const heard = worker.desk.heard.map(({ report }) => report);
    heard.slice(1).forEach((report, index) => {
      assert.ok(report.sequence > (heard[index]?.sequence ?? 0), 'sequences grow');
      assert.ok(report.progress >= (heard[index]?.progress ?? 0), 'progress never goes back');
    });
    assert.deepEqual(await worker.leftovers(), []);
    assert.ok(!worker.lines.join('').includes('secret-of'), 'no signed address in the log');
    assert.ok(worker.lines.some((line) => line.includes('"job_id":"one"')));
  });
});

test('the same id and generation is one job; a higher generation replaces it, a lower one is refused', async () => {
  await withWorkerDesk({ separate: endless }, async (worker) => {
    worker.desk.song = song;
    const request = worker.desk.request('twin');
    const [a, b] = await Promise.all([
      worker.ask('PUT', '/jobs/twin', request),
      worker.ask('PUT', '/jobs/twin', request),
    ]);
    assert.deepEqual(new Set([a.status, b.status]), new Set([200, 202]));
    await eventually('it runs', async () => (await worker.report('twin')).state === 'processing');
    const higher = await worker.ask('PUT', '/jobs/twin', { ...request, generation: 3 });
    assert.equal(higher.status, 202);
    assert.equal(((await higher.json()) as JobReport).generation, 3);
    await eventually('the later one runs', async () => (await worker.report('twin')).state === 'processing');
    const health = workerHealth.parse(await (await worker.ask('GET', '/health')).json());
    assert.equal(health.running, 1);
    assert.equal((await worker.ask('PUT', '/jobs/twin', { ...request, generation: 2 })).status, 409);
  });
});

test('what does not fit the line is answered 429 with Retry-After, and fits later', async () => {
  await withWorkerDesk({ separate: endless, capacity: 1, maxWaiting: 1 }, async (worker) => {
    worker.desk.song = song;
    for (const id of ['a', 'b'])
      assert.equal((await worker.ask('PUT', `/jobs/${id}`, worker.desk.request(id))).status, 202);
    const full = await worker.ask('PUT', '/jobs/c', worker.desk.request('c'));
    assert.equal(full.status, 429);
    assert.ok(Number(full.headers.get('retry-after')) > 0);
    assert.equal((await worker.ask('GET', '/jobs/c')).status, 404);
    const cancelled = (await (await worker.ask('DELETE', '/jobs/b')).json()) as JobReport;
    assert.equal(cancelled.state, 'cancelled');
    assert.equal((await worker.ask('PUT', '/jobs/c', worker.desk.request('c'))).status, 202);
  });
});

test('requests without the secret, of no sense, too large or for nothing are refused with their reason', async () => {
  await withWorkerDesk({ separate: endless }, async (worker) => {
    const request = worker.desk.request('x');
    const foreign = { stem: 'piano', kind: 'mp3', url: 'http://127.0.0.1/' };
    const [output] = request.outputs;
    const cases: [number, Promise<Response>][] = [
      [401, worker.ask('PUT', '/jobs/x', request, 'the secret of the testz')],
      [401, worker.ask('DELETE', '/jobs/x', undefined, '')],
      [404, worker.ask('GET', '/jobs/x')],
      [404, worker.ask('DELETE', '/jobs/x')],
      [404, worker.ask('GET', '/nothing')],
      [405, worker.ask('POST', '/jobs/x', request)],
      [422, worker.ask('PUT', '/jobs/x', '{"generation":')],
      [422, worker.ask('PUT', '/jobs/x', { ...request, generation: 0 })],
      [422, worker.ask('PUT', '/jobs/x', { ...request, outputs: [foreign] })],
      [422, worker.ask('PUT', '/jobs/x', { ...request, outputs: [output, output] })],
      [413, worker.ask('PUT', '/jobs/x', ' '.repeat(1_100_000))],
      [200, worker.ask('GET', '/health', undefined, '')],
    ];
    for (const [status, answer] of cases) {
      const got = await answer;
      assert.equal(got.status, status, await got.text());
    }
  });
});

test('a cancelled job stops, says so, and leaves nothing', async () => {
  await withWorkerDesk({ separate: plainSeparation }, async (worker) => {
    worker.desk.song = songOf(120);
    await worker.put('long', worker.desk.request('long'));
    await eventually('it separates', async () => (await worker.report('long')).progress > 3);
    await worker.ask('DELETE', '/jobs/long');
    assert.equal((await worker.settled('long')).state, 'cancelled');
    await eventually('the app hears it', () => worker.desk.heard.at(-1)?.report.state === 'cancelled');
    assert.deepEqual(await worker.leftovers(), []);
  });
});

test('the app that answers 410 is believed: nobody waits, so the work stops', async () => {
  await withWorkerDesk({ separate: endless }, async (worker) => {
    worker.desk.song = song;
    worker.desk.disturb = (method) => (method === 'POST' ? 410 : null);
    await worker.put('gone', worker.desk.request('gone'));
    assert.equal((await worker.settled('gone')).state, 'cancelled');
  });
});

test('a storage and an app that stumble are tried again', async () => {
  await withWorkerDesk({ separate: plainSeparation }, async (worker) => {
    worker.desk.song = song;
    const stumbles = new Map<string, number>();
    worker.desk.disturb = (method, path) => {
      const times = (stumbles.get(method + path) ?? 0) + 1;
      stumbles.set(method + path, times);
      if (method === 'POST') return times <= 2 ? 503 : null;
      return times === 1 ? 500 : null;
    };
    await worker.put('shaky', worker.desk.request('shaky', { kinds: ['mp3', 'peaks'] }));
    assert.equal((await worker.settled('shaky')).state, 'done');
    assert.equal(worker.desk.stored.size, 4);
    await eventually('the end is heard', () => worker.desk.heard.at(-1)?.report.state === 'done');
  });
});

test('each failure has its reason: no song, too large a song, no storage, refused audio, a broken separation', async () => {
  const broken = [new Error('first'), new Error('second')];
  const separate: Separate = (options) =>
    options.title === 'break' ? failing(broken)(options) : plainSeparation(options);
  await withWorkerDesk({ separate }, async (worker) => {
    worker.desk.song = song;
    worker.desk.disturb = (method, path) =>
      (method === 'GET' && path.endsWith('/missing')) || (method === 'PUT' && path.includes('/homeless/'))
        ? 403
        : null;
    const plain = worker.desk.request('x').song;
    const songs = {
      large: { ...plain, max_bytes: 1000 },
      broken: { ...plain, title: 'break' },
    };
    const reasonOf = async (id: string, change = {}): Promise<unknown> => {
      await worker.put(id, worker.desk.request(id, change));
      return (await worker.settled(id)).failure?.reason;
    };
    assert.equal(await reasonOf('missing'), 'fetch_failed');
    assert.equal(await reasonOf('large', { song: songs.large }), 'fetch_failed');
    assert.equal(await reasonOf('homeless'), 'interrupted');
    assert.equal(await reasonOf('broken', { song: songs.broken }), 'separation_failed');
    worker.desk.song = Buffer.from('<!doctype html><title>Not a song</title>');
    assert.equal(await reasonOf('page'), 'unsupported_audio');
    worker.desk.song = floatWav([new Float32Array(4410)], 44_100);
    assert.equal(await reasonOf('blip'), 'audio_too_short');
    assert.deepEqual(await worker.leftovers(), []);
  });
});

test('a separation that dies once is done again', async () => {
  await withWorkerDesk({ separate: failing([new Error('the encoder was killed')]) }, async (worker) => {
    worker.desk.song = song;
    await worker.put('again', worker.desk.request('again', { kinds: ['mp3'] }));
    assert.equal((await worker.settled('again')).state, 'done');
  });
});

test('a quiet job still reports: the heartbeat does not depend on progress', async () => {
  await withWorkerDesk({ separate: endless }, async (worker) => {
    worker.desk.song = song;
    await worker.put('quiet', worker.desk.request('quiet'));
    await eventually('five reports', () => worker.desk.heard.length >= 5);
  });
});

test('stopping lets a song end within the grace period and gives the waiting ones back', async () => {
  await withWorkerDesk({ separate: plainSeparation }, async (worker) => {
    worker.desk.song = songOf(20);
    for (const id of ['runs', 'waits']) await worker.put(id, worker.desk.request(id, { kinds: ['mp3'] }));
    await eventually('it runs', async () => (await worker.report('runs')).state === 'processing');
    const stopped = worker.service.stop(60_000);
    assert.equal((await worker.ask('PUT', '/jobs/new', worker.desk.request('new'))).status, 503);
    await stopped;
    const endOf = (id: string): JobReport | undefined =>
      worker.desk.heard.map(({ report }) => report).findLast((report) => report.job_id === id);
    assert.equal(endOf('runs')?.state, 'done');
    assert.equal(endOf('waits')?.failure?.reason, 'interrupted');
  });
});

test('stopping without grace ends a running song as interrupted', async () => {
  await withWorkerDesk({ separate: endless }, async (worker) => {
    worker.desk.song = song;
    await worker.put('cut', worker.desk.request('cut'));
    await eventually('it runs', async () => (await worker.report('cut')).state === 'processing');
    await worker.service.stop(0);
    assert.equal(worker.desk.heard.at(-1)?.report.failure?.reason, 'interrupted');
  });
});
