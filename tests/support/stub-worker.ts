// A worker that separates nothing but speaks workers/contract for real over HTTP: reads the song, reports, writes files.
import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import zlib from 'node:zlib';
import {
  type JobReport,
  type JobRequest,
  jobRequest,
  type JobResult,
  type JobState,
  stemsOfModel,
} from '../../workers/contract/job.ts';
import { signatureHeader, signBody } from '../../workers/contract/signature.ts';

export type StubWorkerOptions = {
  secret: string;
  capacity: number;
  maxWaiting: number;
  /** How long a song takes, drawn anew for each. */
  workMs: () => number;
  port?: number;
  onRunning?: (running: number) => void;
};

export type StubWorker = { url: string; stop(): Promise<void> };

type Job = { request: JobRequest; report: JobReport; abort: AbortController };

const callbackTries = 6;
const songSeconds = 12;

/** Every stem's bytes follow from the song and the stem, so that a file of another song would be noticed. */
const fileOf = (songHash: string, stem: string, kind: string): Buffer =>
  Buffer.from(`${kind} of ${stem} of ${songHash}\n`.repeat(20));

const crc32 = (bytes: Buffer): number => {
  // Node 20 has no zlib.crc32; a gzip ends with the CRC-32 of what it holds.
  const packed = zlib.gzipSync(bytes);
  return packed.readUInt32LE(packed.length - 8);
};

class Stub {
  readonly options: StubWorkerOptions;
  readonly jobs = new Map<string, Job>();
  readonly waiting: Job[] = [];
  readonly stopping = new AbortController();
  running = 0;

  constructor(options: StubWorkerOptions) {
    this.options = options;
  }

  put(id: string, request: JobRequest): Job | null {
    const known = this.jobs.get(id);
    if (known && known.request.generation >= request.generation) return known;
    if (this.waiting.length >= this.options.maxWaiting) return null;
    known?.abort.abort();
    const job: Job = {
      request,
      abort: new AbortController(),
      report: {
        job_id: id,
        generation: request.generation,
        sequence: 0,
        state: 'queued',
        progress: 0,
        eta_seconds: null,
        result: null,
        failure: null,
      },
    };
    this.jobs.set(id, job);
    this.waiting.push(job);
    this.next();
    return job;
  }

  next(): void {
    while (this.running < this.options.capacity) {
      const job = this.waiting.shift();
      if (!job) return;
      this.running += 1;
      this.options.onRunning?.(this.running);
      this.run(job)
        .catch(() => this.settle(job, 'failed'))
        .finally(() => {
          this.running -= 1;
          this.next();
        });
    }
  }

  async run(job: Job): Promise<void> {
    const signal = AbortSignal.any([job.abort.signal, this.stopping.signal]);
    const song = await fetch(job.request.song.url, { signal });
    if (!song.ok) throw new Error(`the song's address answered ${song.status}`);
    const songHash = createHash('sha256')
      .update(Buffer.from(await song.arrayBuffer()))
      .digest('hex');
    const workMs = this.options.workMs();
    for (const progress of [10, 50, 90]) {
      await sleep(workMs / 3, undefined, { signal });
      this.change(job, { state: 'processing', progress, eta_seconds: 1 });
      await this.tell(job);
    }
    const result = await this.write(job, songHash, signal);
    this.change(job, { state: 'done', progress: 100, eta_seconds: 0, result });
    await this.tell(job);
  }

  async write(job: Job, songHash: string, signal: AbortSignal): Promise<JobResult> {
    for (const { stem, kind, url } of job.request.outputs) {
      const body = new Uint8Array(fileOf(songHash, stem, kind));
      const answer = await fetch(url, { method: 'PUT', body, signal });
      if (!answer.ok) throw new Error(`a file's address answered ${answer.status}`);
    }
    const kinds = [...new Set(job.request.outputs.map(({ kind }) => kind))];
    return {
      duration_seconds: songSeconds,
      sample_count: songSeconds * 44_100,
      engine: 'stub@1',
      analysis: {
        tempo_bpm: null,
        tempo_confidence: 0,
        beats: [],
        first_downbeat: null,
        beats_per_bar: null,
        key: null,
        key_confidence: 0,
      },
      stems: stemsOfModel[job.request.model].map((name) => ({
        name,
        silent: false,
        duration_seconds: songSeconds,
        peak_dbfs: -1,
        loudness_lufs: -14,
        files: kinds.map((kind) => {
          const bytes = fileOf(songHash, name, kind);
          return { kind, bytes: bytes.length, crc32: crc32(bytes) };
        }),
      })),
    };
  }

  change(job: Job, changes: Partial<JobReport>): void {
    job.report = { ...job.report, ...changes, sequence: job.report.sequence + 1 };
  }

  settle(job: Job, state: Extract<JobState, 'failed'>): void {
    if (job.abort.signal.aborted || this.stopping.signal.aborted) return;
    const failure = { reason: 'interrupted', message: 'the stub could not read or write' } as const;
    this.change(job, { state, failure });
    this.tell(job).catch(() => undefined);
  }

  async tell(job: Job): Promise<void> {
    const body = JSON.stringify(job.report);
    for (let tries = 1; tries <= callbackTries; tries += 1) {
      if (job.abort.signal.aborted || this.stopping.signal.aborted) return;
      try {
        const answer = await fetch(job.request.callback.url, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            [signatureHeader]: signBody(this.options.secret, body),
          },
          body,
          signal: AbortSignal.timeout(10_000),
        });
        if (answer.status === 410) job.abort.abort();
        if (answer.status < 500) return;
      } catch {
        // The app is away for a moment.
      }
      await sleep(100 * 2 ** tries);
    }
  }

  answer(method: string, id: string | undefined, body: string): { status: number; body: unknown } {
    if (id === undefined) return { status: 404, body: { error: 'not_found' } };
    const known = this.jobs.get(id);
    if (method === 'PUT') {
      const job = this.put(id, jobRequest.parse(JSON.parse(body)));
      return job ? { status: 202, body: job.report } : { status: 429, body: { error: 'full' } };
    }
    if (!known) return { status: 404, body: { error: 'not_found' } };
    if (method === 'DELETE') {
      known.abort.abort();
      this.jobs.delete(id);
    }
    return { status: 200, body: known.report };
  }

  health(): unknown {
    return {
      status: 'ok',
      version: 'stub',
      capacity: this.options.capacity,
      running: this.running,
      waiting: this.waiting.length,
      max_waiting: this.options.maxWaiting,
      models: ['vocals', 'fast', 'full'],
      memory_bytes: process.memoryUsage().rss,
    };
  }
}

const readBody = async (request: http.IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

export const startStubWorker = async (options: StubWorkerOptions): Promise<StubWorker> => {
  const stub = new Stub(options);
  const handle = async (request: http.IncomingMessage): Promise<{ status: number; body: unknown }> => {
    if (request.url === '/health') return { status: 200, body: stub.health() };
    if (request.headers.authorization !== `Bearer ${options.secret}`) return { status: 401, body: {} };
    const id = /^\/jobs\/([A-Za-z0-9_]+)$/.exec(request.url ?? '')?.[1];
    return stub.answer(request.method ?? '', id, await readBody(request));
  };
  const server = http.createServer((request, response) => {
    handle(request)
      .catch((error: unknown) => ({ status: 422, body: { error: String(error) } }))
      .then(({ status, body }) => response.writeHead(status).end(JSON.stringify(body)))
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        stub.stopping.abort();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
