// The embedded engine: routes events, leases due tasks and performs them, keeps in step with the app, and drains.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen, type Listener } from '../db/listen.ts';
import { openSql } from '../db/open-sql.ts';
import type { SqlPool } from '../db/sql.ts';
import type { Log } from '../log.ts';
import { acceptEvents } from './accept-events.ts';
import { type AppAddress, AppAway, askForFunctions } from './call-app.ts';
import { openEventServer, type EventServer } from './event-server.ts';
import { type EngineFunctions, readFunctions } from './function-config.ts';
import {
  type LeasedTask,
  leaseSeconds,
  leaseTasks,
  lookAhead,
  releaseLeases,
  renewLeases,
} from './lease-tasks.ts';
import { performTask } from './perform-task.ts';
import { routeEvents } from './route-events.ts';
import { runSchedules } from './run-schedules.ts';
import { sweep } from './sweep.ts';

export type EngineOptions = {
  databaseUrl: string;
  databasePool: number;
  port: number;
  eventKey: string;
  app: AppAddress;
  log: Log;
  /** Calls to the app that may be open at once. */
  callsAtOnce: number;
  callTimeoutMs: number;
  /** How long the calls that are open may take once the engine is asked to stop. */
  drainMs: number;
};

const pollMs = 1_000;
const renewMs = (leaseSeconds * 1000) / 3;
const syncMs = 30_000;
const syncRetryMs = 500;
const scheduleMs = 1_000;
const sweepMs = 60_000;

export class Engine {
  readonly #options: EngineOptions;
  readonly #db: SqlPool;
  readonly #token = randomUUID();
  readonly #calls = new Map<bigint, Promise<void>>();
  readonly #stop = new AbortController();
  #functions: EngineFunctions | null = null;
  #syncError: string | null = null;
  #listener: Listener | null = null;
  #server: EventServer | null = null;
  #loops: Promise<void>[] = [];
  #wake: () => void = () => undefined;
  #awake = false;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#db = openSql(options.databaseUrl, options.databasePool);
  }

  get url(): string {
    return this.#server?.url ?? '';
  }

  async start(): Promise<void> {
    const { databaseUrl, eventKey, log, port } = this.#options;
    this.#server = await openEventServer({
      port,
      eventKey,
      accept: (events, seed) => acceptEvents(this.#db, events, seed),
      status: () => this.#status(),
    });
    this.#listener = listen(databaseUrl, 'engine_work', () => this.#kick(), log);
    this.#loops = [
      this.#work(),
      this.#repeat('sync', () => this.#sync()),
      this.#repeat('renew', () => this.#renew()),
      this.#repeat('schedule', () => this.#schedule()),
      this.#repeat('sweep', () => this.#sweep()),
    ];
  }

  /** Takes nothing new, lets open calls end within the time it has, and gives the rest back. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#kick();
    await this.#server?.close();
    const ended = new AbortController();
    await Promise.race([
      Promise.allSettled(this.#calls.values()),
      sleep(this.#options.drainMs, undefined, { signal: ended.signal }).catch(() => undefined),
    ]);
    ended.abort();
    await Promise.allSettled(this.#loops);
    await releaseLeases(this.#db, this.#token).catch((error: unknown) => {
      this.#options.log.warn('engine_leases_left', { error });
    });
    await this.#listener?.close();
    await this.#db.close();
  }

  #status(): Record<string, unknown> {
    return {
      functions: [...(this.#functions?.keys() ?? [])],
      sync_error: this.#syncError,
      calls: this.#calls.size,
    };
  }

  #kick(): void {
    this.#awake = true;
    this.#wake();
  }

  async #pause(ms: number): Promise<void> {
    if (this.#awake) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #work(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      this.#awake = false;
      let waitMs = pollMs;
      try {
        if (this.#functions) waitMs = await this.#turn(this.#functions);
      } catch (error) {
        this.#options.log.warn('engine_turn_failed', { error });
      }
      if (waitMs > 0) await this.#pause(waitMs);
    }
  }

  /** How long nothing will be due, as far as it can be known; 0 when there may be more to do at once. */
  async #turn(functions: EngineFunctions): Promise<number> {
    const { events, dueMs } = await lookAhead(this.#db);
    const routed = events ? await routeEvents(this.#db, functions) : 0;
    const isDue = routed > 0 || (dueMs !== null && dueMs <= 0);
    const room = this.#options.callsAtOnce - this.#calls.size;
    const tasks = isDue && room > 0 ? await leaseTasks(this.#db, this.#token, room) : [];
    for (const task of tasks) this.#perform(functions, task);
    if (routed > 0 || tasks.length > 0) return 0;
    return dueMs !== null && dueMs > 0 ? Math.min(pollMs, Math.ceil(dueMs)) : pollMs;
  }

  #perform(functions: EngineFunctions, task: LeasedTask): void {
    const { app, callTimeoutMs, log } = this.#options;
    const mayContinue = (): boolean => !this.#stop.signal.aborted;
    const performing = { db: this.#db, functions, token: this.#token, app, log, callTimeoutMs, mayContinue };
    const call = performTask(performing, task)
      .catch((error: unknown) => log.error('engine_task_failed', { runId: task.runId, error }))
      .finally(() => {
        this.#calls.delete(task.id);
        this.#kick();
      });
    this.#calls.set(task.id, call);
  }

  async #repeat(name: string, work: () => Promise<number>): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      let waitMs = syncRetryMs;
      try {
        waitMs = await work();
      } catch (error) {
        this.#options.log.warn('engine_loop_failed', { loop: name, error });
      }
      await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** The app may come up after the engine, and may change: it is asked again and again. */
  async #sync(): Promise<number> {
    try {
      const functions = readFunctions(await askForFunctions(this.#options.app));
      if (!this.#functions || this.#syncError)
        this.#options.log.info('engine_synced', { functions: functions.size });
      this.#functions = functions;
      this.#syncError = null;
      this.#kick();
      return syncMs;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      // Started together with the app, the engine is often there first.
      const isEarly = error instanceof AppAway && !this.#functions;
      if (message !== this.#syncError) {
        if (isEarly) this.#options.log.info('engine_waits_for_app');
        else this.#options.log.warn('engine_sync_failed', { error });
      }
      this.#syncError = message;
      return syncRetryMs;
    }
  }

  async #renew(): Promise<number> {
    if (this.#calls.size > 0) await renewLeases(this.#db, this.#token, [...this.#calls.keys()]);
    return renewMs;
  }

  async #schedule(): Promise<number> {
    if (this.#functions) await runSchedules(this.#db, this.#functions, new Date());
    return scheduleMs;
  }

  async #sweep(): Promise<number> {
    await sweep(this.#db);
    return sweepMs;
  }
}
