// The worker as one thing that starts and stops: folders, line, jobs and HTTP server.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { ReporterOptions } from './callback-reporter.ts';
import type { WorkerSettings } from './env.ts';
import { createHttpServer } from './http.ts';
import { openJobFolders } from './job-folders.ts';
import { Jobs } from './jobs.ts';
import type { Log } from './log.ts';
import { Mixes } from './mix/serve-mix.ts';
import type { Separate } from './run-job.ts';

export type ServiceOptions = {
  settings: WorkerSettings;
  separate: Separate;
  version: string;
  log: Log;
  /** Shorter pauses for tests. */
  reporting?: Pick<ReporterOptions, 'heartbeatMs' | 'shortestPauseMs' | 'settleWithinMs'>;
};

export type WorkerService = {
  port: number;
  /** Takes no new jobs, lets running ones end within the grace period, gives the others back, and closes. */
  stop(graceMs: number): Promise<void>;
};

export const startService = async (options: ServiceOptions): Promise<WorkerService> => {
  const { settings, separate, version, log, reporting } = options;
  const { capacity, maxWaiting, secret, limits } = settings;
  const folders = await openJobFolders(settings.tmpDir);
  const reporter = { secret, ...reporting };
  const jobs = new Jobs({ capacity, maxWaiting, folders, tools: { separate, limits }, reporter, log });
  const mixes = new Mixes(folders, log);
  const server = createHttpServer({ jobs, mixes, secret, version, capacity, maxWaiting, log });
  server.listen(settings.port, settings.host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop: async (graceMs) => {
      await jobs.drain(graceMs);
      server.close();
      server.closeAllConnections();
      await folders.close();
    },
  };
};
