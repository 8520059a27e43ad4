// The workers over HTTP: asks each how much room it has, gives work to the emptiest, and remembers nothing else.
import { type JobReport, jobReport, type JobRequest } from '../../workers/contract/job.ts';
import { type WorkerHealth, workerHealth } from '../../workers/contract/job.ts';
import type { Log } from '../log.ts';
import type { MixRequest } from '../../workers/contract/mix.ts';
import type { MadeMix, WorkerRoom, Workers } from './workers.ts';

const healthMs = 2_000;
const healthKeptMs = 1_000;
const submitMs = 10_000;
const reportMs = 5_000;
const cancelMs = 3_000;
/** A little more than a worker allows itself. */
const mixMs = 16 * 60_000;
const answerBytesMax = 4 * 1024 * 1024;

type Options = { urls: readonly string[]; secret: string; log: Log };
type Asked = { at: number; health: Promise<WorkerHealth | null> };

const readJson = async (answer: Response): Promise<unknown> => {
  const text = await answer.text();
  if (text.length > answerBytesMax) throw new Error('the worker answered too much');
  return JSON.parse(text) as unknown;
};

class HttpWorkers implements Workers {
  readonly #options: Options;
  readonly #asked = new Map<string, Asked>();
  #room: { at: number; room: Promise<WorkerRoom> } | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  async submit(
    jobId: string,
    job: JobRequest,
    rememberedUrl: string | null,
  ): Promise<{ workerUrl: string; report: JobReport } | null> {
    const remembered = rememberedUrl !== null && this.#options.urls.includes(rememberedUrl);
    const others = (await this.#byRoom(job.model)).filter((url) => url !== rememberedUrl);
    for (const workerUrl of remembered ? [rememberedUrl, ...others] : others) {
      const report = await this.#offer(workerUrl, jobId, job);
      if (report) return { workerUrl, report };
    }
    return null;
  }

  async report(workerUrl: string, jobId: string): Promise<JobReport | null> {
    const answer = await this.#ask(workerUrl, `/jobs/${jobId}`, { method: 'GET', timeoutMs: reportMs });
    if (answer.status === 404) return null;
    if (!answer.ok) throw new Error(`the worker answered ${answer.status}`);
    return jobReport.parse(await readJson(answer));
  }

  async cancel(workerUrl: string, jobId: string): Promise<void> {
    // A worker that was taken off the list is gone, and its work with it.
    if (!this.#options.urls.includes(workerUrl)) return;
    const answer = await this.#ask(workerUrl, `/jobs/${jobId}`, { method: 'DELETE', timeoutMs: cancelMs });
    await answer.body?.cancel();
    if (!answer.ok && answer.status !== 404) throw new Error(`the worker answered ${answer.status}`);
  }

  room(): Promise<WorkerRoom> {
    if (this.#room && Date.now() - this.#room.at < healthKeptMs) return this.#room.room;
    const room = this.#askRoom();
    this.#room = { at: Date.now(), room };
    return room;
  }

  async #askRoom(): Promise<WorkerRoom> {
    const answers = await Promise.all(this.#options.urls.map((url) => this.#health(url)));
    const open = answers.filter((health) => health?.status === 'ok');
    return {
      places: open.reduce((sum, health) => sum + (health ? health.capacity + health.max_waiting : 0), 0),
      models: [...new Set(open.flatMap((health) => health?.models ?? []))],
    };
  }

  async mix(request: MixRequest, signal: AbortSignal): Promise<MadeMix | null> {
    for (const workerUrl of this.#options.urls) {
      const made = await this.#offerMix(workerUrl, request, signal);
      if (made) return made;
    }
    return null;
  }

  async check(): Promise<void> {
    const answers = await Promise.all(this.#options.urls.map((url) => this.#health(url)));
    if (!answers.some((health) => health !== null)) throw new Error('no worker answers');
  }

  /** Null when this worker is away or has no room: the next one is asked. */
  async #offer(workerUrl: string, jobId: string, job: JobRequest): Promise<JobReport | null> {
    this.#asked.delete(workerUrl);
    let answer: Response;
    try {
      const request = { method: 'PUT', timeoutMs: submitMs, body: JSON.stringify(job) };
      answer = await this.#ask(workerUrl, `/jobs/${jobId}`, request);
    } catch (error) {
      this.#options.log.warn('worker_away', { workerUrl, error });
      return null;
    }
    if (answer.ok) return jobReport.parse(await readJson(answer));
    const text = (await answer.text()).slice(0, 500);
    if (answer.status === 429 || answer.status >= 500) {
      this.#options.log.info('worker_busy', { workerUrl, status: answer.status, text });
      return null;
    }
    throw new Error(`the worker refused the job with ${answer.status}: ${text}`);
  }

  /** Null when this worker is away or busy: the next one is asked. */
  async #offerMix(workerUrl: string, mix: MixRequest, signal: AbortSignal): Promise<MadeMix | null> {
    let answer: Response;
    try {
      const request = { method: 'POST', timeoutMs: mixMs, body: JSON.stringify(mix), signal };
      answer = await this.#ask(workerUrl, '/mixes', request);
    } catch (error) {
      signal.throwIfAborted();
      this.#options.log.warn('worker_away', { workerUrl, error });
      return null;
    }
    if (answer.ok && answer.body)
      return { body: answer.body, bytes: Number(answer.headers.get('content-length')) };
    const text = (await answer.text()).slice(0, 500);
    if (answer.status !== 429 && answer.status !== 503)
      throw new Error(`the worker refused the mix with ${answer.status}: ${text}`);
    this.#options.log.info('worker_busy', { workerUrl, status: answer.status, text });
    return null;
  }

  async #byRoom(model: JobRequest['model']): Promise<string[]> {
    // With one worker there is nothing to compare; it says itself when it is full.
    if (this.#options.urls.length === 1)
      return (await this.room()).models.includes(model) ? [...this.#options.urls] : [];
    const asked = await Promise.all(
      this.#options.urls.map(async (url) => ({ url, health: await this.#health(url) })),
    );
    return asked
      .flatMap(({ url, health }) => (health ? [{ url, health }] : []))
      .filter(({ health }) => health.status === 'ok' && health.models.includes(model))
      .map(({ url, health }) => ({
        url,
        idle: health.capacity - health.running - health.waiting,
        room: health.capacity + health.max_waiting - health.running - health.waiting,
      }))
      .filter(({ room }) => room > 0)
      .sort((a, b) => b.idle - a.idle || b.room - a.room)
      .map(({ url }) => url);
  }

  #health(url: string): Promise<WorkerHealth | null> {
    const known = this.#asked.get(url);
    if (known && Date.now() - known.at < healthKeptMs) return known.health;
    const health = this.#ask(url, '/health', { method: 'GET', timeoutMs: healthMs })
      .then(async (answer) => workerHealth.parse(await readJson(answer)))
      .catch((error: unknown) => {
        this.#options.log.warn('worker_away', { workerUrl: url, error });
        return null;
      });
    this.#asked.set(url, { at: Date.now(), health });
    return health;
  }

  #ask(
    workerUrl: string,
    path: string,
    request: { method: string; timeoutMs: number; body?: string; signal?: AbortSignal },
  ): Promise<Response> {
    const { method, timeoutMs, body, signal } = request;
    const timeout = AbortSignal.timeout(timeoutMs);
    return fetch(`${workerUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#options.secret}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  }
}

export const createHttpWorkers = (options: Options): Workers => new HttpWorkers(options);
