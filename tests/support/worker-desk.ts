// A worker service in this process and the desk it works for, both gone after the test.
import { readdir } from 'node:fs/promises';
import type { JobReport, JobRequest } from '../../workers/contract/job.ts';
import { createLog } from '../../workers/log.ts';
import type { Separate } from '../../workers/run-job.ts';
import { startService, type ServiceOptions, type WorkerService } from '../../workers/service.ts';
import { deskSecret, eventually, openJobDesk, type JobDesk } from './job-desk.ts';
import { withTemporaryFolder } from './temporary-folder.ts';

export type WorkerDesk = {
  desk: JobDesk;
  service: WorkerService;
  lines: string[];
  tmpDir: string;
  ask(method: string, path: string, body?: unknown, secret?: string): Promise<Response>;
  put(id: string, request: JobRequest): Promise<JobReport>;
  report(id: string): Promise<JobReport>;
  settled(id: string): Promise<JobReport>;
  /** Files and folders left in the worker's folder. */
  leftovers(): Promise<string[]>;
};

export type DeskOptions = {
  separate: Separate;
  capacity?: number;
  maxWaiting?: number;
  limits?: ServiceOptions['settings']['limits'];
};

const settingsOf = (tmpDir: string, options: DeskOptions): ServiceOptions['settings'] => ({
  host: '127.0.0.1',
  port: 0,
  secret: deskSecret,
  capacity: options.capacity ?? 1,
  maxWaiting: options.maxWaiting ?? 4,
  tmpDir,
  graceMs: 0,
  exitWithParent: false,
  limits: options.limits ?? { maxDurationSeconds: 3600, minDurationSeconds: 1 },
});

const connect = (desk: JobDesk, service: WorkerService, tmpDir: string, lines: string[]): WorkerDesk => {
  const ask: WorkerDesk['ask'] = (method, path, body, secret = deskSecret) =>
    fetch(`http://127.0.0.1:${service.port}${path}`, {
      method,
      headers: { authorization: `Bearer ${secret}` },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  const report = async (id: string): Promise<JobReport> =>
    (await (await ask('GET', `/jobs/${id}`)).json()) as JobReport;
  return {
    desk,
    service,
    lines,
    tmpDir,
    ask,
    report,
    put: async (id, request) => (await (await ask('PUT', `/jobs/${id}`, request)).json()) as JobReport,
    settled: async (id) => {
      let last = await report(id);
      await eventually(`job ${id} settles`, async () => {
        last = await report(id);
        return ['done', 'failed', 'cancelled'].includes(last.state);
      });
      return last;
    },
    leftovers: async () =>
      (await readdir(tmpDir, { recursive: true })).filter((name) => !/^worker-\d+-[0-9a-f]+$/.test(name)),
  };
};

export const withWorkerDesk = async (
  options: DeskOptions,
  work: (desk: WorkerDesk) => Promise<void>,
): Promise<void> =>
  withTemporaryFolder(async (tmpDir) => {
    const desk = await openJobDesk();
    const lines: string[] = [];
    const service = await startService({
      settings: settingsOf(tmpDir, options),
      separate: options.separate,
      version: '1.0.0',
      log: createLog((line) => lines.push(line)),
      reporting: { heartbeatMs: 200, shortestPauseMs: 20, settleWithinMs: 20_000 },
    });
    try {
      await work(connect(desk, service, tmpDir, lines));
    } finally {
      await service.stop(0);
      await desk.close();
    }
  });
