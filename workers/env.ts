// The worker's settings from its environment, checked once with messages that name the variable.
import path from 'node:path';
import { z } from 'zod';

const count = z.coerce.number().int();

const environment = z.object({
  WORKER_HOST: z.string().min(1).default('127.0.0.1'),
  /** 0 lets the system choose; the port is printed. */
  WORKER_PORT: count.min(0).max(65_535).default(0),
  WORKER_SECRET: z.string().min(16, 'set it to the secret that the app uses, at least 16 characters'),
  /** Songs separated at once. One song already uses every core. */
  WORKER_CAPACITY: count.min(1).max(64).default(1),
  WORKER_MAX_WAITING: count.min(0).max(1000).default(4),
  WORKER_TMP: z.string().min(1).optional(),
  /** How long a running song may go on after SIGTERM. */
  WORKER_GRACE_SECONDS: z.coerce.number().min(0).max(3600).default(8),
  WORKER_EXIT_WITH_PARENT: z.enum(['0', '1']).default('0'),
  DATA_DIR: z.string().min(1).default('.data'),
  MAX_DURATION_SECONDS: z.coerce.number().positive().max(36_000).default(3600),
  MIN_DURATION_SECONDS: z.coerce.number().min(0).default(1),
});

export type WorkerSettings = {
  host: string;
  port: number;
  secret: string;
  capacity: number;
  maxWaiting: number;
  tmpDir: string;
  graceMs: number;
  exitWithParent: boolean;
  limits: { maxDurationSeconds: number; minDurationSeconds: number };
};

export const workerSettings = (env: Readonly<Record<string, string | undefined>>): WorkerSettings => {
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(filled);
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path: [name], message }) => `${String(name)}: ${message}`);
    throw new Error(`The worker's environment is not usable. ${faults.join('; ')}.`);
  }
  const { data } = parsed;
  return {
    host: data.WORKER_HOST,
    port: data.WORKER_PORT,
    secret: data.WORKER_SECRET,
    capacity: data.WORKER_CAPACITY,
    maxWaiting: data.WORKER_MAX_WAITING,
    tmpDir: path.resolve(data.WORKER_TMP ?? path.join(data.DATA_DIR, 'worker')),
    graceMs: data.WORKER_GRACE_SECONDS * 1000,
    exitWithParent: data.WORKER_EXIT_WITH_PARENT === '1',
    limits: { maxDurationSeconds: data.MAX_DURATION_SECONDS, minDurationSeconds: data.MIN_DURATION_SECONDS },
  };
};
